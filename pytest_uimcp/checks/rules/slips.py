"""Rules on what people who write other languages write in Lua: each slip runs, and does something else."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.model import Survey
from pytest_uimcp.checks.spelling import misspelt


def dot_calls(survey: Survey) -> Iterator[Finding]:
    """`self.save(…)`: what stands in the brackets first becomes `self`."""
    methods: dict[str, set[str]] = {}
    plain: set[str] = set()
    for function in survey.functions:
        if function.is_method:
            methods.setdefault(function.owner, set()).add(function.name)
        else:
            plain.add(function.name)
    for file, source in survey.sources.items():
        for use in source.dot_calls:
            if use.name in methods.get(use.owner, ()) and use.name not in plain:
                yield Finding(
                    f"{use.base}.{use.name}(…) is called with a dot: {use.name} gets no self",
                    file,
                    use.line,
                    advice=f"write {use.base}:{use.name}(…)",
                )


def text_arithmetic(survey: Survey) -> Iterator[Finding]:
    for file, source in survey.sources.items():
        for use in source.sums:
            yield Finding(
                f"{use.name} is added with +, which is for numbers",
                file,
                use.line,
                advice="texts are joined with two dots: a .. b",
            )


def repeated_methods(survey: Survey) -> Iterator[Finding]:
    for file, source in survey.sources.items():
        lines: dict[tuple[str, str], int] = {}
        for function in source.functions:
            key = function.owner, function.name
            if not (function.owner and function.is_top):
                continue
            if key in lines:
                name = f"{function.owner}:{function.name}()"
                message = f"{name} is written a second time: the first, in line {lines[key]}, is lost"
                yield Finding(message, file, function.line, advice="give one of them another name, or remove it")
            lines[key] = function.line


def appended_indexes(survey: Survey) -> Iterator[Finding]:
    """`lines[#lines] = …` replaces the last element, and puts the first one at 0, where nothing shows it."""
    for file, source in survey.sources.items():
        for use in source.appends:
            yield Finding(
                f"{use.name}[#{use.name}] = …: this replaces the last element, and writes element 0 of an empty table",
                file,
                use.line,
                advice=f"to append, write {use.name}[#{use.name} + 1] = … or table.insert({use.name}, …)",
            )


def fields_as_globals(survey: Survey) -> Iterator[Finding]:
    """`name = ""` in a method, where `self.name` is a field: it sets a global that nothing reads."""
    reads = {use.name for source in survey.sources.values() for use in source.reads}
    for file, source in survey.sources.items():
        for use in source.global_sets:
            if use.name in reads or use.name not in _declared(survey, use.owner):
                continue
            yield Finding(
                f"{use.name} is set as a global, which nothing reads; {use.owner} has a field {use.name}",
                file,
                use.line,
                advice=f"write self.{use.name}",
            )


def _declared(survey: Survey, owner: str) -> set[str]:
    return {
        declared.name
        for source in survey.sources.values()
        for prototype in source.prototypes
        if owner in (prototype.variable, prototype.type)
        for declared in prototype.fields
    }


def unknown_keys(survey: Survey) -> Iterator[Finding]:
    """`Task:new({ tilte = … })`: fields that an object is made with and that nothing reads."""
    for file, source in survey.sources.items():
        for use in source.made_with:
            declared = _declared(survey, use.owner)
            if not declared or use.name in survey.asked_names or use.name.startswith("_"):
                continue
            close = misspelt(use.name, declared)
            if close:
                message = f"{use.owner}:new({{ {use.name} = … }}): nothing reads {use.name}"
                yield Finding(message, file, use.line, close, "correct the name")
