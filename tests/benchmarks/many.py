"""Many stories in a repository of their own: `python -m tests.benchmarks.many [COUNT] [--alone N] [--seed SEED]`.

They are run on two workers in random order, and then each alone, or N of them, in a process that has run no other. All
have to pass. Failures of those that run alone are printed as they come.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.benchmarks.fixtures import directory
from tests.benchmarks.runs import ROOT, Unmeasured

COUNT = 200
IMPORTED = (
    "pytest_uimcp.page",
    "pytest_uimcp.agent.harness.human",
    "pytest_uimcp.javafx.harness.making",
    "pytest_uimcp.openapi.harness.openapi",
    "pytest_uimcp.testing.fixtures",
    "pytest_uimcp.openapi.harness.web",
)
SECONDS = 900
OPTIONS = ("-q", "--tb=short", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "--uimcp")
SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {"/pets/{id}": {"get": {
        "operationId": "getPet",
        "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
        "responses": {"200": {"description": "a pet", "content": {"application/json": {"example": {"name": "Rex"}}}}},
    }}},
}  # fmt: skip

ADD = 'agent: {calls: {app_ui_run: {code: \'contacts:add({name = "NAME", email = "m@NUMBER.example"})\'}}}'
KINDS = {
    "a person fills in the form": """dir: contacts
steps:
  - human: {clicks: New contact}
  - human: {fills: {Name: NAME, Email: m@NUMBER.example}}
  - human: {clicks: Save}
  - see: NAME
  - see: 1 contact
""",
    "an agent adds and a person searches": f"""dir: contacts
steps:
  - human: {{says: Please add NAME and somebody else.}}
  - {ADD}
  - agent: {{calls: {{app_ui_run: {{code: 'contacts:add({{name = "Else"}})'}}}}}}
  - agent: {{says: Done.}}
  - human: {{fills: {{Search: "@NUMBER."}}}}
  - see: 1 of 2 contacts
  - not see: Else
""",
    "a person asks and approves": f"""dir: contacts
policy: {{app_ui_run: ask}}
steps:
  - human: {{says: Please add NAME.}}
  - {ADD}
  - not see: NAME
  - human: {{approves: app_ui_run}}
  - agent: {{says: NAME is there.}}
  - see: NAME
""",
    "a person denies": f"""dir: contacts
policy: {{app_ui_run: ask}}
steps:
  - {ADD}
  - human: {{denies: app_ui_run, reason: not NAME}}
  - agent: {{says: Sorry.}}
  - see: No contacts yet
""",
    "a line of the chat becomes an event": """dir: contacts
steps:
  - human: {fills: {Message: "Where is NAME?"}}
  - human: {presses: Enter, in: Message}
  - agent: {waits for: {event: chat, text: "Where is NAME?"}, as: asked}
  - agent: {calls: {app_ui_run: {code: 'contacts:say("Agent", "${asked.text}")'}}}
  - see: "Agent: Where is NAME?"
""",
    "an API answers": """apis: {pets: spec.json}
steps:
  - http: {GET /pets/NUMBER: {json: {name: NAME}}}
  - agent: {calls: {pets_api__getPet: {id: NUMBER}}, returns: NAME}
  - requested: GET /pets/NUMBER
    times: 1
""",
    "time passes": """dir: stopwatch
steps:
  - human: {clicks: Start}
  - advance: 30
  - human: {clicks: Stop}
  - agent: {calls: {app_ui_run: {code: return stopwatch.tenths}}, as: tenths}
  - advance: 5
  - agent: {calls: {app_ui_run: {code: "return stopwatch.tenths == ${tenths} and ${tenths} > 0"}}, returns: true}
""",
    "a scene is used": """stage: {scene: login.fxml}
steps:
  - human: {fills: {User name: NAME}}
  - human: {checks: Remember me}
  - agent: {calls: {stage_ui_query: {selector: {css: "#user"}}}, as: found}
  - see: Sign in
""",
}  # fmt: skip


def stories(count: int, failing: int = 0) -> Iterator[tuple[str, str]]:
    """Names of files and their stories; every so many of them fails, if that is said."""
    kinds = list(KINDS.items())
    for number in range(1, count + 1):
        kind, text = kinds[number % len(kinds)]
        name = f"{('Ada', 'Grace', 'Alan', 'Edsger')[number % 4]} {number}"
        text = text.replace("NAME", name).replace("NUMBER", str(number))
        if failing and number % failing == 0:
            text += "  - agent: {calls: nobody_knows}\n"
        yield f"story{number:03}.scenario.yaml", f'scenario: "{number}: {kind}"\n{text}'


def write_repository(folder: Path, count: int, failing: int = 0) -> None:
    """A repository of stories."""
    tests = folder / "tests"
    tests.mkdir(parents=True)
    (folder / "pytest.ini").write_text("[pytest]\ntestpaths = tests\n", encoding="utf-8")
    (tests / "spec.json").write_text(json.dumps(SPEC), encoding="utf-8")
    scene = (ROOT / "examples" / "javafx" / "scenes" / "login.fxml").read_text(encoding="utf-8")
    plain = scene.replace(' fx:controller="LoginController"', "").replace(' onAction="#logIn"', "")
    (tests / "login.fxml").write_text(plain.replace(' onAction="#cancel"', ""), encoding="utf-8")
    for name, text in stories(count, failing):
        (tests / name).write_text(text, encoding="utf-8")


def together(folder: Path, *options: str) -> tuple[int, str]:
    """All in one run."""
    command = [sys.executable, "-m", "pytest", *OPTIONS, *options]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    return done.returncode, done.stdout + done.stderr


def alone(folder: Path, files: list[Path]) -> list[str]:
    """Those that fail when they are run alone. Each process is a copy of this one, which has run none."""
    import pytest

    # Imported once instead of by each copy.
    for name in IMPORTED:
        import_module(name)
    os.chdir(folder)
    failed = []
    for file in files:
        child = os.fork()
        if child == 0:
            sys.stdout = sys.stderr = (folder / "alone.txt").open("w", encoding="utf-8")
            code = 1
            try:
                code = int(pytest.main([*OPTIONS, f"tests/{file.name}"]))
            finally:
                os._exit(code)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
            failed.append(file.name)
            print(f"{file.name} failed alone:\n{(folder / 'alone.txt').read_text(encoding='utf-8')}", flush=True)
    return failed


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.many")
    parser.add_argument("count", nargs="?", type=int, default=COUNT)
    parser.add_argument("--alone", type=int, metavar="N", help="how many to run alone (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="chooses those that are run alone")
    options = parser.parse_args(arguments)
    count = options.count
    with directory() as folder:
        write_repository(folder, count)
        start = time.perf_counter()
        code, text = together(folder, "-n", "2")
        print(f"{count} stories on two workers in random order: {time.perf_counter() - start:.0f} s, exit code {code}")
        print("\n".join(text.splitlines()[-1 if code == 0 else -60 :]), flush=True)
        start = time.perf_counter()
        files = sorted((folder / "tests").glob("*.scenario.yaml"))
        if options.alone is not None:
            files = sorted(random.Random(options.seed).sample(files, min(options.alone, len(files))))
        failed = alone(folder, files)
        print(f"{len(files)} each alone: {time.perf_counter() - start:.0f} s, {len(failed)} failed {failed or ''}")
    return 1 if code or failed else 0


def written_report(folder: Path, count: int, failing: int) -> Path:
    """The report of a run of many stories."""
    write_repository(folder, count, failing)
    code, text = together(folder, "-n", "2", "--uimcp-report=out")
    if code != 1:
        raise Unmeasured(text[-3000:])
    return folder / "out" / "report.html"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
