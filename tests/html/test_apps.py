"""Whole apps, written as the guides teach: lists in lists, presenters, wrappers, a shell that shows other apps."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from playwright.sync_api import expect

from pytest_uimcp.core.assets import bundle_dir
from tests.html.screen import Screen

CONTACTS = bundle_dir().parent / "examples/contacts/.claude/ui/apps/contacts"

BOARD = """
Board = session:prototype("Board", { columns = EMPTY, filter = "", chosen = EMPTY })
Column = session:prototype("Column", { title = "", cards = EMPTY, draft = "" })
Card = session:prototype("Card", { title = "", done = false, tags = EMPTY })
CardPresenter = session:prototype("CardPresenter", { card = EMPTY, editing = false })

function Column:add()
  if self.draft == "" then return end
  table.insert(self.cards, Card:new({ title = self.draft, tags = {} }))
  self.draft = ""
end
function Column:count() local n = 0 for _, c in ipairs(self.cards) do if not c.done then n = n + 1 end end return n end
function Column:matching()
  local found = {}
  for _, card in ipairs(self.cards) do
    if card.title:lower():find(board.filter:lower(), 1, true) then table.insert(found, card) end
  end
  return found
end
function CardPresenter:new(item)
  return session:create(CardPresenter, { card = item.baseItem, row = item })
end
function CardPresenter:edit() self.editing = not self.editing end
function CardPresenter:reading() return not self.editing end
function CardPresenter:number() return self.row.index + 1 end
function CardPresenter:choose() board.chosen = self.card end
function CardPresenter:right()
  for i, column in ipairs(board.columns) do
    for n, card in ipairs(column.cards) do
      if card == self.card and board.columns[i + 1] then
        table.remove(column.cards, n)
        table.insert(board.columns[i + 1].cards, 1, card)
        return
      end
    end
  end
end
if not session.reloading then
  local function card(title, ...)
    local tags = {}
    for _, name in ipairs({ ... }) do table.insert(tags, { type = "Tag", name = name }) end
    return Card:new({ title = title, tags = tags })
  end
  board = Board:new({ columns = {
    Column:new({ title = "To do", cards = { card("Write", "docs", "now"), card("Read"), card("Rewrite", "docs") } }),
    Column:new({ title = "Done", cards = {} }),
  } })
end
"""
BOARD_VIEWS = {
    "Board.DEFAULT": """
      <style>.hide { display: none }</style>
      <div class="board">
        <input aria-label="Filter" ui-value="filter?keypress">
        <div class="columns" ui-viewlist="columns"><section class="column"></section></div>
        <aside ui-view="chosen" ui-namespace="detail"></aside>
      </div>""",
    "Column.list-item": """
      <div>
        <h2><span ui-value="title"></span> (<span class="n" ui-value="count()"></span>)</h2>
        <ol ui-viewlist="matching()?itemWrapper=CardPresenter"><li></li></ol>
        <input aria-label="New" ui-value="draft?keypress" ui-event-keypress-enter="add()">
        <button ui-action="add()">Add</button>
      </div>""",
    "CardPresenter.list-item": """
      <div class="card" ui-class-done="card.done">
        <b ui-value="number()"></b>
        <span class="title" ui-class-hide="editing" ui-value="card.title"></span>
        <input aria-label="Title" ui-class-hide="reading()" ui-value="card.title">
        <input type="checkbox" aria-label="Done" ui-value="card.done">
        <i ui-view="card.tags?wrapper=lua.ViewList" ui-namespace="tag"></i>
        <button ui-action="edit()">Edit</button><button ui-action="right()">Right</button>
        <button ui-action="choose()">Show</button>
      </div>""",
    "Tag.tag": '<em ui-value="name"></em>',
    "Card.detail": """
      <div class="detail">Shown: <span ui-value="title"></span><u ui-viewlist="tags" ui-namespace="tag"></u></div>""",
}
SHELL = """
mcp.open = false
function mcp:toggle() self.open = not self.open end
function mcp:closed() return not self.open end
function mcp:apps()
  local all = {}
  for _, name in ipairs({ "board", "contacts" }) do
    table.insert(all, self._entries and self._entries[name] or self:entry(name))
  end
  return all
end
function mcp:entry(name)
  self._entries = self._entries or {}
  self._entries[name] = session:create(session:prototype("Entry", { name = "" }), { name = name })
  local entry = self._entries[name]
  function entry:pick() mcp:display(self.name) mcp.open = false end
  return entry
end
"""
SHELL_VIEWS = {
    "MCP.DEFAULT": """
      <style>.closed { display: none }</style>
      <header><button ui-action="toggle()">Apps</button>
        <nav ui-class-closed="closed()" ui-viewlist="apps()"></nav></header>
      <main ui-view="value"></main>""",
    "Entry.list-item": '<a href="#" ui-action="pick()" ui-value="name"></a>',
}


def place(screen: Screen, app: str, lua: str, viewdefs: dict[str, str]) -> None:
    folder = screen.directory / "apps" / app
    (folder / "viewdefs").mkdir(parents=True)
    (folder / "app.lua").write_text(lua, encoding="utf-8")
    for key, body in viewdefs.items():
        (folder / "viewdefs" / f"{key}.html").write_text(f"<template>{body}</template>", encoding="utf-8")


def board(screens: Callable[..., Screen]) -> Screen:
    screen = screens()
    place(screen, "board", BOARD, BOARD_VIEWS)
    screen.open("board")
    return screen


def show_cards(screen: Screen, column: int, expected: list[str]) -> None:
    screen.becomes(lambda: cards(screen, column), expected)


def cards(screen: Screen, column: int) -> list[str]:
    found = screen.at(".column").nth(column).locator(".card")
    texts: list[str] = found.evaluate_all(
        "all => all.map(e => e.querySelector('b').textContent + ' ' + e.querySelector('.title').textContent"
        " + [...e.querySelectorAll('em')].map(tag => ' #' + tag.textContent).join(''))"
    )
    return texts


def test_a_board_of_lists_in_lists_with_presenters(screens: Callable[..., Screen]) -> None:
    screen = board(screens)
    show_cards(screen, 0, ["1 Write #docs #now", "2 Read", "3 Rewrite #docs"])
    screen.at(".card").nth(1).get_by_role("button", name="Right").click()
    screen.sync()
    show_cards(screen, 0, ["1 Write #docs #now", "2 Rewrite #docs"])
    show_cards(screen, 1, ["1 Read"])
    second = screen.at(".column").nth(1)
    second.get_by_label("New").fill("Rest")
    second.get_by_label("New").press("Enter")
    second.get_by_label("New").fill("Sleep")
    second.get_by_role("button", name="Add").click()
    screen.sync()
    show_cards(screen, 1, ["1 Read", "2 Rest", "3 Sleep"])
    expect(second.get_by_label("New")).to_have_value("")
    second.get_by_label("Done").nth(1).check()
    screen.sync()
    expect(screen.at(".n")).to_have_text(["2", "2"])


def test_a_presenter_keeps_its_state_while_the_list_is_filtered(screens: Callable[..., Screen]) -> None:
    screen = board(screens)
    first = screen.at(".card").first
    first.get_by_role("button", name="Edit").click()
    screen.sync()
    expect(first.get_by_label("Title")).to_be_visible()
    screen.at(".board > input").fill("write")
    screen.sync()
    show_cards(screen, 0, ["1 Write #docs #now", "2 Rewrite #docs"])
    expect(screen.at(".card").first.get_by_label("Title")).to_be_visible()
    screen.at(".card").first.get_by_label("Title").fill("Written")
    screen.at(".board > input").fill("")
    screen.sync()
    show_cards(screen, 0, ["1 Written #docs #now", "2 Read", "3 Rewrite #docs"])
    screen.at(".card").nth(2).get_by_role("button", name="Show").click()
    screen.sync()
    expect(screen.at(".detail")).to_have_text("Shown: Rewritedocs")


def test_files_edited_while_it_runs_change_the_page_and_keep_its_state(screens: Callable[..., Screen]) -> None:
    screen = board(screens)
    screen.session.watch()
    screen.at(".column").first.get_by_label("New").fill("half a thought")
    screen.sync()
    folder = screen.directory / "apps" / "board"
    (folder / "viewdefs" / "Tag.tag.html").write_text('<template><em>~<span ui-value="name"></span></em></template>')
    expect(screen.at("em").first).to_have_text("~docs")
    (folder / "app.lua").write_text(BOARD.replace("self.row.index + 1", '(self.row.index + 1) .. "."'))
    expect(screen.at(".card b").first).to_have_text("1.")
    (folder / "viewdefs" / "Tag.tag.html").write_text("<em>no template")
    expect(screen.page.get_by_role("alert")).to_contain_text("Tag.tag.html")
    assert screen.at("em").first.text_content() == "~docs"
    expect(screen.at(".column").first.get_by_label("New")).to_have_value("half a thought")
    screen.at(".column").first.get_by_role("button", name="Add").click()
    screen.becomes(lambda: cards(screen, 0)[3:], ["4. half a thought"])


def test_a_shell_with_a_menu_shows_one_app_after_another(screens: Callable[..., Screen]) -> None:
    screen = screens()
    place(screen, "board", BOARD, BOARD_VIEWS)
    shutil.copytree(CONTACTS, screen.directory / "apps" / "contacts")
    (screen.directory / "lua").mkdir()
    (screen.directory / "lua" / "mcp.lua").write_text(SHELL)
    (screen.directory / "viewdefs").mkdir()
    for key, body in SHELL_VIEWS.items():
        (screen.directory / "viewdefs" / f"{key}.html").write_text(f"<template>{body}</template>")
    screen.open("board")
    page = screen.page
    expect(page.get_by_role("navigation")).to_be_hidden()
    page.get_by_role("button", name="Apps").click()
    page.get_by_role("link", name="contacts").click()
    expect(page.get_by_role("heading", name="Contacts")).to_be_visible()
    expect(page.get_by_role("navigation")).to_be_hidden()
    page.get_by_role("button", name="New contact").click()
    page.get_by_label("Name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("1 contact")
    page.get_by_role("button", name="Apps").click()
    page.get_by_role("link", name="board").click()
    expect(page.get_by_role("heading", name="To do")).to_be_visible()
    page.get_by_role("button", name="Apps").click()
    page.get_by_role("link", name="contacts").click()
    expect(page.get_by_role("status")).to_have_text("1 contact")
    expect(page.locator(".who")).to_have_text("Ada")
