"""The table of rules: a row for each thing that a check reports, in the order of its documentation."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.checks.rules import attributes, elements, foreign, lua, slips, views
from pytest_uimcp.checks.rules.rule import LintRule, LintSeverity
from pytest_uimcp.checks.rules.structure import faults_of

WARNING: Final = LintSeverity.WARNING

RULES: Final = (
    # Lua.
    LintRule(
        "not-loaded", "loads", "a file of the app, an `init.lua` or a shared file does not run", "error-while-loading"
    ),
    LintRule("no-global", "loads", "the app's file does not set the app's global", "no-global"),
    LintRule(
        "undefined-global",
        "actions",
        "a global is read that nothing sets, and that nothing asks for first",
        "undefined-global",
        lua.undefined_globals,
    ),
    LintRule(
        "unknown-field",
        "actions",
        "the Lua uses a field or method that nothing has, and that looks like another one",
        "unknown-field",
        lua.unknown_fields,
    ),
    LintRule(
        "unread-field",
        "actions",
        "the Lua sets a field that nothing reads, and that looks like another one",
        "unread-field",
        lua.unread_fields,
    ),
    LintRule(
        "missing-module", "actions", "`require` names a file that is not there", "missing-module", lua.missing_modules
    ),
    LintRule(
        "shared-default",
        "actions",
        "a prototype's default is a table, which all its objects share and change",
        "shared-default",
        lua.shared_defaults,
    ),
    LintRule(
        "row-index",
        "actions",
        "the index of a row, which counts from 0, is used as one of a Lua table, or the reverse",
        "row-index",
        lua.row_indexes,
    ),
    LintRule(
        "getter-with-effect",
        "actions",
        "a method that a view shows changes the object",
        "getter-with-effect",
        lua.getters_with_effects,
        WARNING,
    ),
    LintRule(
        "dot-call",
        "actions",
        "a method of its own is called with a dot instead of a colon",
        "dot-call",
        slips.dot_calls,
    ),
    LintRule("text-sum", "actions", "a text is added with `+`", "text-sum", slips.text_arithmetic),
    LintRule("repeated-method", "actions", "a method is written twice", "repeated-method", slips.repeated_methods),
    LintRule(
        "field-as-global",
        "actions",
        "a method sets a global that nothing reads, and that is a field of its object",
        "field-as-global",
        slips.fields_as_globals,
    ),
    LintRule(
        "unknown-key",
        "actions",
        "an object is made with a field that nothing reads, and that looks like another one",
        "unknown-key",
        slips.unknown_keys,
    ),
    LintRule(
        "last-index",
        "actions",
        "`lines[#lines] = …`, which replaces the last element and appends none",
        "last-index",
        slips.appended_indexes,
        WARNING,
    ),
    # HTML as the parser sees it.
    LintRule(
        "malformed-viewdef", "viewdefs", "a file is not one `<template>`, or there are two of its name", "two-templates"
    ),
    LintRule(
        "unclosed-element",
        "viewdefs",
        "an element stays open, or an end tag closes nothing",
        "unclosed-element",
        faults_of("unclosed-element"),
    ),
    LintRule("self-closed", "viewdefs", "`<div/>`: HTML does not close it", "self-closed", faults_of("self-closed")),
    LintRule(
        "row-outside-table",
        "viewdefs",
        "a row outside of a table, or something else between rows",
        "row-outside-table",
        faults_of("row-outside-table"),
    ),
    LintRule(
        "nested-element",
        "viewdefs",
        "a button, link or form inside another one",
        "nested-element",
        faults_of("nested-element"),
    ),
    LintRule(
        "block-in-paragraph",
        "viewdefs",
        "a block in a `<p>`, which ends before it",
        "block-in-paragraph",
        faults_of("block-in-paragraph"),
    ),
    LintRule(
        "broken-value",
        "viewdefs",
        "the value of an `<sl-option>` with spaces, or `ui-value` as that of an `<option>`",
        "broken-value",
        elements.broken_values,
    ),
    LintRule(
        "repeated-id",
        "viewdefs",
        "an id twice in a view, or in the view of a row",
        "repeated-id",
        elements.repeated_ids,
        WARNING,
    ),
    # Elements.
    LintRule(
        "unknown-element",
        "viewdefs",
        "neither HTML nor Shoelace has the element",
        "unknown-element",
        elements.unknown_elements,
    ),
    LintRule(
        "unknown-attribute",
        "viewdefs",
        "a component lacks the attribute, or one of HTML is misspelt",
        "unknown-attribute",
        elements.unknown_attributes,
    ),
    LintRule(
        "unknown-word",
        "viewdefs",
        "a component does not know the word of an attribute",
        "unknown-word",
        elements.unknown_words,
    ),
    LintRule("unknown-event", "viewdefs", "the element has no such event", "unknown-event", elements.unknown_events),
    LintRule("unknown-slot", "viewdefs", "a component lacks the slot", "unknown-slot", elements.unknown_slots),
    LintRule("unknown-icon", "viewdefs", "Shoelace has no such icon", "unknown-icon", elements.unknown_icons),
    LintRule(
        "foreign-syntax",
        "viewdefs",
        "the syntax of other frameworks, or a script that calls a method of the Lua",
        "foreign-syntax",
        foreign.foreign_syntax,
    ),
    LintRule("dangling-id", "viewdefs", "a label names an id that no element has", "dangling-id", foreign.dangling_ids),
    LintRule(
        "broken-style",
        "viewdefs",
        "a style sheet with unequal braces, a variable that no theme has, a class like a styled one",
        "broken-style",
        foreign.broken_styles,
    ),
    # Bindings.
    LintRule("unknown-binding", "viewdefs", "there is no such `ui-` attribute", "misspelt-attribute"),
    LintRule("unknown-option", "viewdefs", "paths have no such option", "misspelt-option"),
    LintRule("empty-path", "viewdefs", "a binding has no path", "empty-path", attributes.empty_paths),
    LintRule(
        "missing-argument",
        "viewdefs",
        "`m(_)` where no argument comes",
        "missing-argument",
        attributes.missing_arguments,
    ),
    LintRule("upper-case", "viewdefs", "upper case in the name of a binding", "upper-case", attributes.upper_case),
    LintRule(
        "first-index",
        "viewdefs",
        "a view shows the elements of a list from the second on",
        "first-index",
        attributes.indexes_from_one,
        WARNING,
    ),
    LintRule(
        "unknown-property",
        "viewdefs",
        "a property is declared and set nowhere, and looks like another one",
        "unknown-property",
    ),
    LintRule("unknown-method", "viewdefs", "no object has such a method", "unknown-method"),
    LintRule("method-as-property", "viewdefs", "a method is named without its brackets", "method-without-parentheses"),
    LintRule(
        "invalid-path", "viewdefs", "a path is none: it has operators, arguments or brackets", "action-with-argument"
    ),
    LintRule("unknown-presenter", "viewdefs", "a wrapper or presenter names no type", "unknown-presenter"),
    # Views.
    LintRule("unknown-type", "viewdefs", "a viewdef draws a type that the app does not have", "no-such-type"),
    LintRule(
        "view-of-global",
        "viewdefs",
        "a viewdef is named for a global instead of its type",
        "view-of-global",
        views.views_of_globals,
    ),
    LintRule("no-viewdef", "viewdefs", "an object is shown that has no viewdef", "no-viewdef"),
    LintRule(
        "unseen-object",
        "viewdefs",
        "a type that the Lua puts where a view shows it has no viewdef",
        "unseen-object",
        views.unseen_objects,
    ),
    LintRule(
        "unknown-namespace", "viewdefs", "no viewdef has the namespace", "unknown-namespace", views.unknown_namespaces
    ),
    LintRule(
        "unshown-view",
        "viewdefs",
        "nothing shows the namespace of a viewdef, and it looks like another one",
        "unshown-view",
        views.unshown_views,
        WARNING,
    ),
    LintRule(
        "no-object",
        "viewdefs",
        "texts, numbers or holes where objects are drawn",
        "texts-in-a-list",
        views.values_of_views,
    ),
    LintRule("dangling-link", "viewdefs", "a link of the directory leads nowhere", "", views.dangling_links, WARNING),
    # What happens when it runs.
    LintRule(
        "not-drawn",
        "renders",
        "drawing a viewdef fails: a getter, a list that is none, an object in itself",
        "failing-method",
    ),
    LintRule("not-reloaded", "reloads", "running the files again fails, or loses or doubles state", "state-lost"),
    LintRule(
        "failing-action", "actions", "an action fails when it is called, or what is shown after it", "failing-action"
    ),
    LintRule("failing-timer", "actions", "a timer fails", "failing-timer"),
    LintRule("restless", "renders", "the page never comes to rest", "restless"),
)

SEVERITIES: Final = {rule.name: rule.severity for rule in RULES}
