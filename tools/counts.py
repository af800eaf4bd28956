"""Counts what makes code hard to read aloud, and holds it: `python -m tools.counts` prints the figures.

`python -m tools.counts --rooms` prints them by folder of the package, with lines and statements; `--rooms CHECKOUT`
those of another checkout, to compare with.

The limits are what the tree had when they were written down. They only become stricter: move a limit in the change that
earns it.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "pytest_uimcp"
MAX_SHOWN: Final = 12
MIN_MODULE_LINES: Final = 40

SHARED_NAMES: Final[dict[str, str]] = {}
"""Class names that several modules may have, with the reason: each is its own field's word there."""

BARE_WORDS: Final = frozenset(
    {
        "found", "given", "wanted", "made", "told", "said", "shown", "kept", "own", "around", "here", "there",
        "what", "before", "after", "left", "rest", "whole", "one", "chosen", "asked", "seen", "near", "above",
        "below", "known", "named", "each", "other", "now", "was", "past", "gone", "held", "taken", "heard",
        "waiting", "more", "most", "least", "where", "how", "when", "at", "on", "of", "by", "inside",
        "outside", "inner", "outer", "high", "low", "wide", "first", "last", "used", "done", "begun", "began",
        "built", "listed", "drawn", "read", "written", "sent", "stored", "typed", "entered", "clicked",
        "pressed", "opened", "closed", "passed", "failed", "loaded", "merged", "declared", "described",
    }
)  # fmt: skip
"""Participles, adverbs and pronouns: as a name they do not say what the thing is."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something that counts stands."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} {self.text}"


@dataclass(slots=True)
class Counts:
    """What was counted in the package."""

    lines: int = 0
    statements: int = 0
    comments: int = 0
    names: int = 0
    bare_names: list[Place] = field(default_factory=list)
    conditionals: list[Place] = field(default_factory=list)
    lambdas: list[Place] = field(default_factory=list)
    parallel: list[Place] = field(default_factory=list)
    further_targets: int = 0
    mutable_globals: list[Place] = field(default_factory=list)
    splinters: list[Place] = field(default_factory=list)
    classes: defaultdict[str, list[Place]] = field(default_factory=lambda: defaultdict(list))

    @property
    def opened_statements(self) -> int:
        """The statements there would be if dense lines were opened, so that density cannot pass for brevity.

        `return a if c else b` is one statement and opened three, so is a lambda that becomes a function.
        """
        dense = len(self.conditionals) + len(self.lambdas)
        return self.statements + 2 * dense + self.further_targets

    @property
    def repeated_classes(self) -> list[Place]:
        """Public classes whose name another module has, too, without a reason."""
        repeated = (places for name, places in self.classes.items() if name not in SHARED_NAMES)
        return [place for places in repeated for place in places[1:]]


@dataclass(frozen=True, slots=True)
class Bound:
    """A figure that may not be worse than a number."""

    name: str
    figure: float
    limit: float
    places: Sequence[Place] = ()
    is_minimum: bool = False

    @property
    def holds(self) -> bool:
        """Whether the figure is as good as its limit."""
        return self.figure >= self.limit if self.is_minimum else self.figure <= self.limit

    def __str__(self) -> str:
        relation = "at least" if self.is_minimum else "at most"
        return f"{self.name:<48} {self.figure:8.2f}  {relation} {self.limit:g}"


def count(paths: Iterable[Path], checkout: Path | None = None) -> Counts:
    """Count the modules of the package, in this checkout or in another."""
    counts = Counts()
    modules = {path: path.read_text(encoding="utf-8") for path in paths}
    counts.splinters = _splinters(modules, checkout or ROOT)
    for path, text in modules.items():
        counts.comments += _comments(text)
        counts.lines += sum(bool(line.strip()) for line in text.splitlines())
        tree = ast.parse(text)
        _count_globals(counts, path, tree)
        for node in ast.walk(tree):
            _count_node(counts, path, node)
    return counts


def bounds(counts: Counts) -> list[Bound]:
    """The figures with their limits."""
    thousand = counts.lines / 1000
    return [
        Bound("comments per 100 lines", 100 * counts.comments / counts.lines, 4.0, is_minimum=True),
        Bound("bare names in percent", 100 * len(counts.bare_names) / counts.names, 1.0, counts.bare_names),
        Bound("class names in several modules", len(counts.repeated_classes), 0, counts.repeated_classes),
        Bound(
            "conditional expressions per 1,000 lines", len(counts.conditionals) / thousand, 12.0, counts.conditionals
        ),
        Bound("lambdas per 1,000 lines", len(counts.lambdas) / thousand, 2.5, counts.lambdas),
        Bound("parallel assignments per 1,000 lines", len(counts.parallel) / thousand, 0.1, counts.parallel),
        Bound("mutable globals per 1,000 lines", len(counts.mutable_globals) / thousand, 0.1, counts.mutable_globals),
        Bound("small modules with one importer", len(counts.splinters), 10, counts.splinters),
    ]


def _splinters(modules: Mapping[Path, str], checkout: Path) -> list[Place]:
    """Modules of a few lines that one other imports: they may be a part of it."""
    importers: defaultdict[str, set[Path]] = defaultdict(set)
    for path, text in modules.items():
        for name in _imports(ast.parse(text)):
            importers[name].add(path)
    return [
        Place(path, 1, "imported by one module")
        for path, text in modules.items()
        if path.stem != "__init__"
        and len(text.splitlines()) < MIN_MODULE_LINES
        and len(importers[".".join(path.relative_to(checkout).with_suffix("").parts)]) == 1
    ]


def _imports(tree: ast.Module) -> Iterator[str]:
    """The names of modules that a module imports, and of what it takes from them, which may be modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _comments(text: str) -> int:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(token.type == tokenize.COMMENT and "noqa" not in token.string for token in tokens)


def _count_node(counts: Counts, path: Path, node: ast.AST) -> None:
    for name, line in _names(node):
        counts.names += 1
        if name.strip("_") in BARE_WORDS:
            counts.bare_names.append(Place(path, line, name))
    counts.statements += isinstance(node, ast.stmt)
    if isinstance(node, ast.IfExp):
        counts.conditionals.append(Place(path, node.lineno, "conditional expression"))
    elif isinstance(node, ast.Lambda):
        counts.lambdas.append(Place(path, node.lineno, "lambda"))
    elif isinstance(node, ast.Assign) and (further := _further_targets(node)):
        counts.parallel.append(Place(path, node.lineno, "parallel assignment"))
        counts.further_targets += further
    elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
        counts.classes[node.name].append(Place(path, node.lineno, node.name))


def _names(node: ast.AST) -> Iterator[tuple[str, int]]:
    """The names that a node gives to things, with their lines."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id, node.lineno
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        # `__eq__(self, other)` has the name that Python's own documentation gives it.
        given_by_python = ("self", "cls", "other") if getattr(node, "name", "").startswith("__") else ("self", "cls")
        for argument in every:
            if argument is not None and argument.arg not in given_by_python:
                yield argument.arg, argument.lineno


def _further_targets(node: ast.Assign) -> int:
    """How many unrelated things are assigned beside the first: one in `a, b = 1, 2`, none in `a, b = b, a`."""
    target = node.targets[0]
    if not isinstance(target, ast.Tuple) or not isinstance(node.value, ast.Tuple):
        return 0
    swapped = {name.id for name in ast.walk(node.value) if isinstance(name, ast.Name)}
    if any(isinstance(name, ast.Name) and name.id in swapped for name in target.elts):
        return 0
    return len(target.elts) - 1


def _count_globals(counts: Counts, path: Path, tree: ast.Module) -> None:
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        is_final = isinstance(node, ast.AnnAssign) and "Final" in ast.dump(node.annotation)
        if not is_final and isinstance(node.value, ast.Dict | ast.List | ast.Set):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if not (isinstance(target, ast.Name) and target.id == "__all__"):
                counts.mutable_globals.append(Place(path, node.lineno, ast.unparse(target)))


def rooms(checkout: Path) -> Iterator[str]:
    """A table of the package's folders: how large each is, and how many of each thing it has."""
    package = checkout / PACKAGE.name
    header = f"{'folder':24} {'lines':>7} {'statements':>10} {'opened':>7}"
    yield f"{header} {'comments %':>10} {'bare %':>7} {'if-else':>7} {'lambdas':>7} {'side by side':>12} {'globals':>7}"
    for folder in [*sorted(path for path in package.iterdir() if (path / "__init__.py").is_file()), package]:
        counts = count(sorted(folder.rglob("*.py")), checkout)
        yield (
            f"{folder.name:24} {counts.lines:7} {counts.statements:10} {counts.opened_statements:7}"
            f" {100 * counts.comments / counts.lines:10.1f}"
            f" {100 * len(counts.bare_names) / counts.names:7.1f} {len(counts.conditionals):7} {len(counts.lambdas):7}"
            f" {len(counts.parallel):12} {len(counts.mutable_globals):7}"
        )


def main(arguments: Sequence[str] = ()) -> int:
    """Print the figures and the worst places; 1 if a bound does not hold."""
    if "--rooms" in arguments:
        checkouts = [Path(argument) for argument in arguments if argument != "--rooms"]
        sys.stdout.writelines(f"{row}\n" for checkout in checkouts or [ROOT] for row in rooms(checkout))
        return 0
    counts = count(sorted(PACKAGE.rglob("*.py")))
    results = bounds(counts)
    for bound in results:
        sys.stdout.write(f"{'' if bound.holds else 'WORSE '}{bound}\n")
    sys.stdout.write(f"{'statements, dense ones counted as opened':<48} {counts.opened_statements:8}\n")
    broken = [bound for bound in results if not bound.holds]
    for bound in broken:
        sys.stdout.write(f"\n{bound.name}, by file:\n")
        for path, number in Counter(place.path for place in bound.places).most_common(MAX_SHOWN):
            sys.stdout.write(f"  {number:4} {path.relative_to(ROOT)}\n")
    if not broken:
        words = Counter(place.text.strip("_") for place in counts.bare_names).most_common(MAX_SHOWN)
        sys.stdout.write(f"the commonest bare names: {', '.join(f'{word} ({number})' for word, number in words)}\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
