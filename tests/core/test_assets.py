from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp import bundle_dir, fixtures_dir
from pytest_uimcp.core.assets import MissingAssets, find_assets


def source_tree(root: Path) -> Path:
    (root / "bundle").mkdir(parents=True)
    (root / "bundle" / "README.md").touch()
    (root / "pyproject.toml").touch()
    package = root / "pytest_uimcp"
    package.mkdir()
    return package


def test_bundle_and_fixtures_of_this_copy_are_found() -> None:
    assert (bundle_dir() / "lua" / "main.lua").is_file()
    assert (fixtures_dir() / "apps" / "contacts" / "app.lua").is_file()


def test_a_source_tree_has_them_beside_the_package(tmp_path: Path) -> None:
    package = source_tree(tmp_path)
    assert find_assets("bundle", package) == tmp_path / "bundle"


def test_an_installed_copy_has_them_inside_the_package(tmp_path: Path) -> None:
    package = source_tree(tmp_path)
    (package / "_bundle").mkdir()
    assert find_assets("bundle", package) == package / "_bundle"


def test_a_namesake_in_site_packages_is_not_taken_for_ours(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "pytest_uimcp"
    package.mkdir(parents=True)
    (tmp_path / "site-packages" / "bundle").mkdir()
    with pytest.raises(MissingAssets):
        find_assets("bundle", package)


def test_the_error_names_both_places_and_what_helps(tmp_path: Path) -> None:
    package = tmp_path / "pytest_uimcp"
    with pytest.raises(MissingAssets) as caught:
        find_assets("fixtures", package)
    assert str(caught.value) == (
        f"expected the folder `fixtures` of pytest-uimcp at {package / '_fixtures'} (installed) or "
        f"{tmp_path / 'fixtures'} (source tree), found neither: "
        "reinstall with `pip install --force-reinstall pytest-uimcp`"
    )
