"""Which file draws which type, what makes a file a viewdef, and what happens when files change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_uimcp.engine.files.viewdefs import ViewdefError, ViewdefStore
from tests import files
from tests.files import link

VIEW = "<template><p>one</p></template>"
OTHER = "<template><p>two</p></template>"


@pytest.fixture
def store(base: Path) -> ViewdefStore:
    return ViewdefStore(base)


def put(path: Path, content: str | bytes = VIEW) -> Path:
    return files.put(path, content)


def problems(store: ViewdefStore) -> list[str]:
    return [str(problem) for problem in store.problems]


# Names and places


def test_a_type_has_one_viewdef_per_namespace(base: Path, store: ViewdefStore) -> None:
    put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    put(base / "viewdefs/Contact.list-item.html", OTHER)
    assert store.of_type("Contact") == {"Contact.DEFAULT": VIEW, "Contact.list-item": OTHER}


def test_the_namespace_follows_the_last_dot(base: Path, store: ViewdefStore) -> None:
    put(base / "viewdefs/Contacts.Contact.DEFAULT.html", VIEW)
    put(base / "viewdefs/lua.ViewListItem.list-item.html", OTHER)
    assert store.of_type("Contacts.Contact") == {"Contacts.Contact.DEFAULT": VIEW}
    assert store.of_type("lua.ViewListItem") == {"lua.ViewListItem.list-item": OTHER}
    assert store.of_type("Contacts") == {}


def test_an_app_that_is_not_linked_brings_its_viewdefs(base: Path, store: ViewdefStore) -> None:
    put(base / "apps/contacts/viewdefs/Contact.DEFAULT.html")
    assert store.of_type("Contact") == {"Contact.DEFAULT": VIEW}


def test_viewdefs_wins_over_apps_and_apps_win_over_the_bundled_ones(base: Path, tmp_path: Path) -> None:
    put(tmp_path / "standard/T.c.html", "<template>bundled</template>")
    for directory, names in (("standard", "abc"), ("ui/apps/x/viewdefs", "ab"), ("ui/viewdefs", "a")):
        for name in names:
            put(tmp_path / directory / f"T.{name}.html", f"<template>{directory}</template>")
    store = ViewdefStore(base, bundled=tmp_path / "standard")
    assert store.of_type("T") == {
        "T.a": "<template>ui/viewdefs</template>",
        "T.b": "<template>ui/apps/x/viewdefs</template>",
        "T.c": "<template>standard</template>",
    }


def test_an_empty_base_dir_has_no_viewdefs_and_no_problems(store: ViewdefStore) -> None:
    assert store.of_type("Contact") == {}
    assert problems(store) == []


def test_a_base_dir_that_does_not_exist_yet_is_empty(tmp_path: Path) -> None:
    store = ViewdefStore(tmp_path / "later")
    assert store.of_type("Contact") == {}
    put(tmp_path / "later/viewdefs/Contact.DEFAULT.html")
    assert store.rescan().changed == {"Contact.DEFAULT": VIEW}


def test_the_same_name_in_two_apps_is_an_error_naming_both(base: Path, store: ViewdefStore) -> None:
    put(base / "apps/a/viewdefs/Contact.DEFAULT.html", VIEW)
    put(base / "apps/b/viewdefs/Contact.DEFAULT.html", OTHER)
    assert store.of_type("Contact") == {}
    (problem,) = problems(store)
    assert problem == (
        "apps/a/viewdefs/Contact.DEFAULT.html: two apps have a viewdef of this name, the other is"
        " apps/b/viewdefs/Contact.DEFAULT.html; rename one, or link the one you mean into"
        " viewdefs/Contact.DEFAULT.html"
    )


def test_a_link_in_viewdefs_decides_between_two_apps(base: Path, store: ViewdefStore) -> None:
    put(base / "apps/a/viewdefs/Contact.DEFAULT.html", VIEW)
    put(base / "apps/b/viewdefs/Contact.DEFAULT.html", OTHER)
    store.of_type("Contact")
    link(base / "viewdefs/Contact.DEFAULT.html", "../apps/b/viewdefs/Contact.DEFAULT.html")
    assert store.rescan().changed == {"Contact.DEFAULT": OTHER}
    assert problems(store) == []


def test_a_second_app_with_the_name_leaves_the_first_in_place(base: Path, store: ViewdefStore) -> None:
    put(base / "apps/a/viewdefs/Contact.DEFAULT.html", VIEW)
    store.of_type("Contact")
    second = put(base / "apps/b/viewdefs/Contact.DEFAULT.html", OTHER)
    changes = store.rescan()
    assert changes.changed == {}
    assert "two apps have a viewdef of this name" in str(changes.problems[0])
    assert store.of_type("Contact") == {"Contact.DEFAULT": VIEW}
    second.unlink()
    assert store.rescan().problems == ()


def test_two_apps_that_link_to_one_file_do_not_conflict(base: Path, store: ViewdefStore) -> None:
    put(base / "apps/a/viewdefs/Contact.DEFAULT.html")
    link(base / "apps/b/viewdefs/Contact.DEFAULT.html", "../../a/viewdefs/Contact.DEFAULT.html")
    link(base / "apps/c", "a")
    assert store.of_type("Contact") == {"Contact.DEFAULT": VIEW}
    assert problems(store) == []


def test_hidden_files_other_files_and_files_beside_apps_are_passed_by(base: Path, store: ViewdefStore) -> None:
    for name in (".Contact.DEFAULT.html", "Contact.DEFAULT.html~", "notes.md"):
        put(base / "viewdefs" / name, "junk")
    put(base / "apps/README.md", "junk")
    link(base / "viewdefs/.#Contact.DEFAULT.html", "me@host.1234")
    assert store.of_type("Contact") == {}
    assert problems(store) == []


@pytest.mark.parametrize("name", ["Contact.html", "Contact..html"])
def test_a_file_name_without_a_namespace_is_an_error(base: Path, store: ViewdefStore, name: str) -> None:
    put(base / "viewdefs" / name)
    assert store.of_type("Contact") == {}
    assert problems(store) == [
        f"viewdefs/{name}: the name has no namespace; call it Contact.DEFAULT.html or Contact.list-item.html"
    ]


# Links


def test_files_directories_and_chains_of_links_are_followed(base: Path, tmp_path: Path) -> None:
    put(tmp_path / "far/Contact.DEFAULT.html")
    link(tmp_path / "near", tmp_path / "far/Contact.DEFAULT.html")
    link(base / "viewdefs/Contact.DEFAULT.html", tmp_path / "near")
    put(tmp_path / "elsewhere/viewdefs/Row.DEFAULT.html", OTHER)
    link(base / "apps/rows", tmp_path / "elsewhere")
    store = ViewdefStore(base)
    assert store.of_type("Contact") == {"Contact.DEFAULT": VIEW}
    assert store.of_type("Row") == {"Row.DEFAULT": OTHER}


def test_viewdefs_itself_may_be_a_link(base: Path, tmp_path: Path, store: ViewdefStore) -> None:
    put(tmp_path / "real/Contact.DEFAULT.html")
    link(base / "viewdefs", tmp_path / "real")
    assert store.of_type("Contact") == {"Contact.DEFAULT": VIEW}


def test_a_link_to_a_file_that_is_gone_is_a_problem_that_names_the_link(base: Path, store: ViewdefStore) -> None:
    link(base / "viewdefs/Contact.DEFAULT.html", "../apps/contacts/viewdefs/Contact.DEFAULT.html")
    assert store.of_type("Contact") == {}
    (problem,) = problems(store)
    assert problem == (
        "viewdefs/Contact.DEFAULT.html: this link to ../apps/contacts/viewdefs/Contact.DEFAULT.html"
        " leads nowhere; correct or remove the link"
    )


def test_a_dangling_link_is_passed_over_for_the_next_place(base: Path, store: ViewdefStore) -> None:
    target = put(base / "apps/old/viewdefs/Contact.DEFAULT.html", VIEW)
    link(base / "viewdefs/Contact.DEFAULT.html", "../apps/old/viewdefs/Contact.DEFAULT.html")
    put(base / "apps/new/viewdefs/Row.DEFAULT.html", OTHER)
    store.of_type("Contact")
    target.rename(base / "apps/new/viewdefs/Contact.DEFAULT.html")
    changes = store.rescan()
    assert changes.changed == {}, "the content is the same"
    assert changes.notes == (
        "Contact.DEFAULT: apps/new/viewdefs/Contact.DEFAULT.html takes the place of viewdefs/Contact.DEFAULT.html",
    )
    assert "leads nowhere" in str(changes.problems[0])
    assert ViewdefStore(base).of_type("Contact") == store.of_type("Contact")


@pytest.mark.parametrize("place", ["viewdefs", "apps/contacts", "apps/contacts/viewdefs", "apps"])
def test_a_dangling_directory_link_is_a_problem_until_it_is_fixed(base: Path, store: ViewdefStore, place: str) -> None:
    broken = link(base / place, "missing")
    store.of_type("Contact")
    assert problems(store) == [f"{place}: this link to missing leads nowhere; correct or remove the link"]
    broken.unlink()
    assert store.rescan().problems == ()


def test_a_link_that_goes_in_circles_is_a_problem(base: Path, store: ViewdefStore) -> None:
    link(base / "viewdefs/Contact.DEFAULT.html", "Contact.DEFAULT.html")
    assert store.of_type("Contact") == {}
    assert "leads nowhere" in problems(store)[0]


# What a viewdef is

GOOD = {
    "one root": "<template><div>x</div></template>",
    "several roots": "<template><p>a</p><p>b</p>text</template>",
    "no roots": "<template></template>",
    "nested templates": "<template><template><template></template></template></template>",
    "upper case": "<TEMPLATE><P>x</P></TEMPLATE >",
    "attributes with angle brackets": """<template data-a="</template>" data-b='>'><p title="a > b"></p></template>""",
    "a script with templates in strings": "<template><script>a = '<template>'; b = \"</template>\"</script></template>",
    "a script that compares": "<template><script>if (a<b && c>d) f('<!--')</script></template>",
    "a style": "<template><style>a > b { content: '</template>' }</style></template>",
    "a text area": "<template><textarea></template><template></textarea></template>",
    "a comment inside": "<template><!-- </template> <template> --></template>",
    "sloppy markup": "<template><p>a<p>b</div><br/><sl-icon name=x/></template>",
    "loose ampersands": "<template>a & b &#; &nbsp &bogus; < 3 &#x;</template>",
    "svg": "<template><svg><path d='M0 0'/><title>t</title></svg></template>",
    "line endings of Windows": "<template>\r\n<p>x</p>\r\n</template>",
    "what browsers take for comments": "<template><![foo[ x ]]><![CDATA[ y ]]><!x></ y></template>",
    "a doctype inside": "<template><!DOCTYPE html><?php ?></template>",
}


@pytest.mark.parametrize("content", GOOD.values(), ids=GOOD.keys())
def test_one_template_element_is_a_viewdef(base: Path, store: ViewdefStore, content: str) -> None:
    put(base / "viewdefs/T.DEFAULT.html", content)
    assert store.of_type("T") == {"T.DEFAULT": content}
    assert problems(store) == []


@pytest.mark.parametrize(
    "around", ["\n {} \n", "<!-- a > comment -->\n{}<!-- <p> -->", "\ufeff{}"], ids=["space", "comments", "BOM"]
)
def test_space_and_comments_around_the_template_are_left_out(base: Path, store: ViewdefStore, around: str) -> None:
    put(base / "viewdefs/T.DEFAULT.html", around.format(VIEW))
    assert store.of_type("T") == {"T.DEFAULT": VIEW}


OUTSIDE = (
    "is outside the template; move it inside or remove it; a viewdef is exactly one element: <template>…</template>"
)
ONE = "a viewdef is exactly one element: <template>…</template>"
BAD = {
    "": f": the file is empty; {ONE}",
    " \n\n": f": the file is empty; {ONE}",
    "<!-- nothing -->": f": it has no <template> element; {ONE}",
    "<div>\n</div>": f":1: <div> {OUTSIDE}",
    "\n<br/><template></template>": f":2: <br/> {OUTSIDE}",
    "<template></template>\n\n  oops": f":3: text 'oops' {OUTSIDE}",
    "<template></template>&nbsp;": f":1: text '\\xa0' {OUTSIDE}",
    "<template></template></div>": f":1: </div> {OUTSIDE}",
    "<template></template></template>": f":1: </template> {OUTSIDE}",
    "<!DOCTYPE html>\n<template></template>": f":1: <!DOCTYPE html> {OUTSIDE}",
    "<?xml version='1.0'?><template></template>": f":1: <?xml version='1.0'?> {OUTSIDE}",
    "<template></template>\n<template></template>": (
        f":2: a second <template> follows the first; give it a file of its own, or one template around both; {ONE}"
    ),
    "<template>\n<p>": ":1: the <template> is never closed; close it",
    "<template>\n<template>\n</template>": ":1: the <template> is never closed; close it",
    "<template>\n<script>\n</template>": ":2: the <script> is never closed; close it",
    "<template>\n<textarea>\n</template>": ":2: the <textarea> is never closed; close it",
    "<template>\n<!-- </template>": ":2: the comment <!-- is never closed; close it",
    '<template>\n<p title="a></template>': ':2: the tag <p title="a></template> is never closed; close it',
    "<template>\n</template": ":2: the tag </template is never closed; close it",
    "<template/>": ":1: <template/> does not close itself; write <template></template>",
    "<template>\n<script src='x'/></template>": ":2: <script/> does not close itself; write <script></script>",
}


@pytest.mark.parametrize("content", BAD)
def test_anything_else_is_an_error_with_the_line_the_reason_and_what_to_do(
    base: Path, store: ViewdefStore, content: str
) -> None:
    old = put(base / "viewdefs/T.DEFAULT.html", content)
    os.utime(old, (1, 1))
    assert store.of_type("T") == {}
    assert problems(store) == [f"viewdefs/T.DEFAULT.html{BAD[content]}"]


def test_bytes_that_are_not_utf8_are_an_error_with_the_line(base: Path, store: ViewdefStore) -> None:
    put(base / "viewdefs/T.DEFAULT.html", b"<template>\n\n caf\xe9</template>")
    assert store.of_type("T") == {}
    assert problems(store) == ["viewdefs/T.DEFAULT.html:3: byte 0xe9 is not UTF-8; save the file as UTF-8"]


def test_a_file_of_4_mib_is_read_and_a_larger_one_is_an_error(base: Path, store: ViewdefStore) -> None:
    size = 4 * 2**20
    whole = "<template>" + " " * (size - 21) + "</template>"
    put(base / "viewdefs/T.a.html", whole)
    put(base / "viewdefs/T.b.html", whole + " ")
    assert store.of_type("T") == {"T.a": whole}
    assert problems(store) == [
        "viewdefs/T.b.html: it is over 4 MiB; a viewdef is one view: move data and images elsewhere"
    ]


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["<a ", "<!--", "</", "<![", "&#", "<a a='", "<p/", "<"])
def test_hostile_markup_is_judged_in_time_that_follows_its_size(store: ViewdefStore, piece: str) -> None:
    content = "<template>" + piece * (2**20 // len(piece))
    with pytest.raises(ViewdefError):
        store.upload("T", "DEFAULT", content)


def test_a_path_that_is_not_a_file_is_an_error(base: Path, store: ViewdefStore) -> None:
    (base / "viewdefs/T.a.html").mkdir(parents=True)
    os.mkfifo(base / "viewdefs/T.b.html")
    assert store.of_type("T") == {}
    assert problems(store) == [
        "viewdefs/T.a.html: it is a directory; make it a file this user can read",
        "viewdefs/T.b.html: it is not a regular file; make it a file this user can read",
    ]


def test_a_viewdefs_that_is_a_file_is_a_problem(base: Path, store: ViewdefStore) -> None:
    put(base / "viewdefs", "junk")
    assert store.of_type("T") == {}
    assert problems(store) == ["viewdefs: cannot be listed: not a directory; make it a directory this user can read"]


# Changes


def test_nothing_changed_is_an_empty_answer(base: Path, store: ViewdefStore) -> None:
    put(base / "viewdefs/Contact.DEFAULT.html")
    store.of_type("Contact")
    changes = store.rescan()
    assert not changes
    assert (changes.changed, changes.problems, changes.notes) == ({}, (), ())


def test_a_changed_file_is_reported_even_within_one_tick_of_the_clock(base: Path, store: ViewdefStore) -> None:
    path = put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    store.of_type("Contact")
    times = path.stat().st_mtime_ns
    put(path, OTHER)
    os.utime(path, ns=(times, times))
    assert store.rescan().changed == {"Contact.DEFAULT": OTHER}
    assert store.of_type("Contact") == {"Contact.DEFAULT": OTHER}


def test_a_touched_file_with_the_same_content_is_no_change(base: Path, store: ViewdefStore) -> None:
    path = put(base / "viewdefs/Contact.DEFAULT.html")
    store.of_type("Contact")
    os.utime(path, (1, 1))
    assert not store.rescan()


def test_types_that_are_not_in_use_are_not_read(base: Path, store: ViewdefStore) -> None:
    path = put(base / "viewdefs/Contact.DEFAULT.html", "broken")
    assert not store.rescan()
    path.write_text(VIEW)
    assert store.of_type("Contact") == {"Contact.DEFAULT": VIEW}


def test_a_new_file_of_a_type_in_use_is_reported(base: Path, store: ViewdefStore) -> None:
    assert store.of_type("Contact") == {}
    put(base / "viewdefs/Contact.DEFAULT.html")
    assert store.rescan().changed == {"Contact.DEFAULT": VIEW}
    put(base / "apps/new/viewdefs/Contact.list-item.html")
    assert store.rescan().changed == {"Contact.list-item": VIEW}


def test_a_broken_file_keeps_the_previous_version_until_it_is_fixed(base: Path, store: ViewdefStore) -> None:
    path = put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    store.of_type("Contact")
    put(path, "<template>")
    changes = store.rescan()
    assert changes.changed == {}
    assert [problem.file for problem in changes.problems] == ["viewdefs/Contact.DEFAULT.html"]
    assert store.of_type("Contact") == {"Contact.DEFAULT": VIEW}
    assert len(store.rescan().problems) == 1
    put(path, OTHER)
    changes = store.rescan()
    assert changes.changed == {"Contact.DEFAULT": OTHER}
    assert changes.problems == ()


def test_a_file_that_was_just_truncated_is_not_read(base: Path, store: ViewdefStore) -> None:
    path = put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    store.of_type("Contact")
    put(path, "")
    assert not store.rescan()
    assert problems(store) == []
    os.utime(path, (1, 1))
    assert "the file is empty" in str(store.rescan().problems[0])


def test_a_deleted_file_falls_back_in_order_and_says_so(base: Path, tmp_path: Path) -> None:
    names = ("ui/viewdefs", "ui/apps/x/viewdefs", "standard")
    files = [put(tmp_path / n / "T.DEFAULT.html", f"<template>{n}</template>") for n in names]
    store = ViewdefStore(base, bundled=tmp_path / "standard")
    store.of_type("T")
    told = []
    for file in files:
        file.unlink()
        changes = store.rescan()
        told.append((changes.changed["T.DEFAULT"], changes.notes[0].replace(str(tmp_path), "")))
    assert told == [
        (
            "<template>ui/apps/x/viewdefs</template>",
            "T.DEFAULT: apps/x/viewdefs/T.DEFAULT.html takes the place of viewdefs/T.DEFAULT.html",
        ),
        (
            "<template>standard</template>",
            "T.DEFAULT: /standard/T.DEFAULT.html takes the place of apps/x/viewdefs/T.DEFAULT.html",
        ),
        (None, "T.DEFAULT: /standard/T.DEFAULT.html is gone and nothing takes its place"),
    ]


def test_a_broken_file_that_is_deleted_falls_back(base: Path, store: ViewdefStore) -> None:
    path = put(base / "viewdefs/Contact.DEFAULT.html", "broken")
    put(base / "apps/x/viewdefs/Contact.DEFAULT.html")
    assert store.of_type("Contact") == {}, "a broken file hides nothing silently"
    path.unlink()
    assert store.rescan().changed == {"Contact.DEFAULT": VIEW}
    assert problems(store) == []


@pytest.mark.parametrize("place", ["viewdefs/Contact.DEFAULT.html", "viewdefs"])
def test_a_retargeted_link_is_a_change(base: Path, tmp_path: Path, store: ViewdefStore, place: str) -> None:
    tail = Path(place).name if place.endswith(".html") else ""
    put(tmp_path / "a/Contact.DEFAULT.html", VIEW)
    put(tmp_path / "b/Contact.DEFAULT.html", OTHER)
    turned = link(base / place, tmp_path / "a" / tail)
    assert store.of_type("Contact") == {"Contact.DEFAULT": VIEW}
    turned.unlink()
    turned.symlink_to(tmp_path / "b" / tail)
    assert store.rescan().changed == {"Contact.DEFAULT": OTHER}


def test_a_file_replaced_by_rename_is_a_change(base: Path, store: ViewdefStore) -> None:
    path = put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    store.of_type("Contact")
    put(base / "viewdefs/tmp123", OTHER).replace(path)
    assert store.rescan().changed == {"Contact.DEFAULT": OTHER}


# Uploads


def test_an_upload_wins_over_the_file_of_its_name(base: Path, store: ViewdefStore) -> None:
    put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    store.upload("Contact", "DEFAULT", f"\n{OTHER}\n")
    assert store.of_type("Contact") == {"Contact.DEFAULT": OTHER}
    assert not store.rescan()


def test_an_upload_replaces_a_viewdef_in_use(base: Path, store: ViewdefStore) -> None:
    put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    store.of_type("Contact")
    store.upload("Contact", "DEFAULT", OTHER)
    store.upload("Contact", "list-item", VIEW)
    assert store.of_type("Contact") == {"Contact.DEFAULT": OTHER, "Contact.list-item": VIEW}


def test_a_file_that_changes_after_an_upload_wins(base: Path, store: ViewdefStore) -> None:
    path = put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    store.upload("Contact", "DEFAULT", OTHER)
    store.of_type("Contact")
    put(path, "<template>newer</template>")
    changes = store.rescan()
    assert changes.changed == {"Contact.DEFAULT": "<template>newer</template>"}
    assert changes.notes == ("Contact.DEFAULT: viewdefs/Contact.DEFAULT.html takes the place of the upload",)


def test_a_file_that_appears_after_an_upload_wins(base: Path, store: ViewdefStore) -> None:
    store.upload("Contact", "DEFAULT", OTHER)
    store.of_type("Contact")
    put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    assert store.rescan().changed == {"Contact.DEFAULT": VIEW}


def test_a_broken_file_after_an_upload_leaves_the_upload_in_place(base: Path, store: ViewdefStore) -> None:
    store.upload("Contact", "DEFAULT", OTHER)
    store.of_type("Contact")
    put(base / "viewdefs/Contact.DEFAULT.html", "broken")
    assert not store.rescan()
    assert len(store.problems) == 1
    assert store.of_type("Contact") == {"Contact.DEFAULT": OTHER}


def test_files_deleted_after_an_upload_do_not_matter_to_it(base: Path, store: ViewdefStore) -> None:
    path = put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    put(base / "apps/x/viewdefs/Contact.DEFAULT.html", VIEW)
    store.upload("Contact", "DEFAULT", OTHER)
    store.of_type("Contact")
    path.unlink()
    assert not store.rescan()
    assert store.of_type("Contact") == {"Contact.DEFAULT": OTHER}


def test_an_upload_that_is_not_a_viewdef_is_refused_and_changes_nothing(base: Path, store: ViewdefStore) -> None:
    put(base / "viewdefs/Contact.DEFAULT.html", VIEW)
    with pytest.raises(ViewdefError) as caught:
        store.upload("Contact", "DEFAULT", "<div>\n</div>")
    assert str(caught.value) == f"upload of Contact.DEFAULT{BAD['<div>' + chr(10) + '</div>']}"
    assert store.of_type("Contact") == {"Contact.DEFAULT": VIEW}


@pytest.mark.parametrize(
    ("name", "namespace", "reason"),
    [
        (
            "",
            "DEFAULT",
            "'' is not a valid type; expected names as in 'Contact' and 'list-item', not empty",
        ),
        ("../x", "DEFAULT", "'../x' is not a valid type"),
        ("T", "", "'' is not a valid namespace"),
        ("T", "a/b", "'a/b' is not a valid namespace"),
        ("T", "a.b", "the namespace 'a.b' holds a dot; move the part before its last dot into the type"),
    ],
)
def test_an_upload_needs_a_type_and_a_namespace(store: ViewdefStore, name: str, namespace: str, reason: str) -> None:
    with pytest.raises(ViewdefError) as caught:
        store.upload(name, namespace, VIEW)
    assert reason in str(caught.value)


def test_an_upload_over_4_mib_is_refused(store: ViewdefStore) -> None:
    with pytest.raises(ViewdefError, match=r"upload of T\.DEFAULT: it is over 4 MiB"):
        store.upload("T", "DEFAULT", "<template>" + "é" * 2**21 + "</template>")
