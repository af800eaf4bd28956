"""A file that the human picks."""

from pathlib import Path

from pytest_uimcp import Page, Server


def test_the_app_learns_the_name_of_the_file(uimcp: Server, uimcp_page: Page, tmp_path: Path) -> None:
    photo = tmp_path / "photo.txt"
    photo.write_text("cheese")
    uimcp_page.upload("Attachment", photo)
    assert uimcp.run("return tickets.attachment").endswith("photo.txt")
