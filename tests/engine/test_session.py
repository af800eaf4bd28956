from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.errors import SessionClosed, SettleTimeout
from pytest_uimcp.engine.evaluation import Evaluation
from pytest_uimcp.engine.lua.bridge import Bridge
from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError, LuaSyntaxError, LuaTimeout
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests import patience
from tests.engine.peer import Peer

BOUND = patience.SECONDS


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    # Short, for the endless loops below; long enough for a line of Lua on a machine that has much to do.
    options = SessionOptions(limits=LuaLimits(seconds=2), call_grace=BOUND)
    with Session(tmp_path, options=options, output=MemoryOutput()) as session:
        yield session


def test_ids_are_unguessable_and_vended(tmp_path: Path) -> None:
    one, two = Session(tmp_path), Session(tmp_path, vended_id="2")
    assert (one.vended_id, two.vended_id) == ("1", "2")
    assert len(one.id) == len(two.id) == 32
    assert one.id != two.id
    assert int(one.id, 16) >= 0


# -- code


def test_code_comes_back_as_text_as_data_and_with_what_was_left_out(session: Session) -> None:
    result = session.eval("return {a = 1, b = {true, 'x'}, _c = 2}")
    assert result == Evaluation(b'{"a":1,"b":[true,"x"]}', ("_c",))
    assert result.text == '{"a":1,"b":[true,"x"]}'
    assert result.data == {"a": 1, "b": [True, "x"]}


def test_code_may_be_bytes_and_so_may_what_it_returns(session: Session) -> None:
    result = session.eval(b"return '\xff\xe2\x82\xac'")
    assert result.text == '"\ufffd€"'
    assert isinstance(result.data, str)
    assert result.data.encode("utf-8", "surrogateescape") == b"\xff\xe2\x82\xac"


def test_bytes_that_are_no_text_go_in_again_as_they_came_out(session: Session) -> None:
    out = session.eval(b"return '\\255\\254'").data
    assert session.eval(f"return '{out}' == '\\255\\254'").data is True


def test_half_a_surrogate_pair_is_no_code(session: Session) -> None:
    with pytest.raises(LuaSyntaxError, match="half of a surrogate pair at character 8"):
        session.eval("return '\ud800'")


def test_an_error_has_message_place_and_traceback_and_nothing_of_python(session: Session) -> None:
    with pytest.raises(LuaError) as caught:
        session.eval("local function f()\n error('boom') end\nf()", "mine")
    error = caught.value
    assert (error.message, error.file, error.line) == ("mine:2: boom", "mine", 2)
    assert "mine:3" in error.traceback
    assert "python" not in error.traceback.lower()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("while true do end", LuaTimeout),
        ("local function f() return 1 + f() end f()", LuaError),
        ("this is no Lua", LuaSyntaxError),
        ("error({code = 7})", LuaError),
        ("error(nil)", LuaError),
        ("os.exit(1)", LuaError),
    ],
)
def test_after_any_failure_the_session_and_its_state_are_there(
    session: Session, code: str, kind: type[LuaError]
) -> None:
    session.eval("kept = {1, 2, 3} mcp.value = {type = 'T', n = 1}")
    peer = Peer(session)
    variable = peer.create("value.n")
    with pytest.raises(kind):
        session.eval(code)
    assert session.eval("return kept").data == [1, 2, 3]
    session.eval("mcp.value.n = 2")
    session.settle()
    assert peer.values[variable] == 2


def test_code_that_eats_memory_is_stopped_and_the_session_goes_on(tmp_path: Path) -> None:
    options = SessionOptions(limits=LuaLimits(seconds=BOUND, memory=16 * 2**20))
    with Session(tmp_path, options=options, output=MemoryOutput()) as session:
        session.eval("kept = {1, 2, 3}")
        with pytest.raises(LuaMemoryError):
            session.eval("local t = {} while true do t[#t + 1] = ('x'):rep(1000000) .. #t end")
        assert session.eval("return kept").data == [1, 2, 3]


def test_a_long_string_comes_out_as_it_is(session: Session) -> None:
    assert session.eval("return string.rep('x', 200000)").data == "x" * 200_000
    assert session.eval("return string.rep('ab\\n\"\\127', 40000)").data == 'ab\n"\x7f' * 40_000


def test_the_time_limit_is_checked_while_a_long_string_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, now = threading.Event(), Bridge.now
    monkeypatch.setattr(Bridge, "now", lambda bridge: now(bridge) + 1e6 * over.is_set())
    # No session before has this limit: a state in reserve would have the clock that is replaced here.
    options = SessionOptions(limits=LuaLimits(seconds=7))
    with Session(tmp_path, options=options, output=MemoryOutput()) as session:
        session.eval("text = string.rep('x', 2^20)")
        over.set()
        with pytest.raises(LuaTimeout, match="the script ran longer than 7 s and was stopped"):
            session.eval("return text")


def test_what_code_changed_before_it_failed_is_sent(session: Session) -> None:
    session.eval("mcp.value = {type = 'T', n = 1}")
    peer = Peer(session)
    variable = peer.create("value.n")
    with pytest.raises(LuaError):
        session.eval("mcp.value.n = 2 error('x')")
    session.settle()
    assert peer.values[variable] == 2


# -- units of work


def test_work_is_answered_when_its_changes_are_detected(session: Session) -> None:
    session.eval("mcp.value = {type = 'T', n = 1}")
    peer = Peer(session)
    variable = peer.create("value.n")
    future = session.submit(lambda: session.host.call("eval", "mcp.value.n = 5", "=t"), user_event=True)
    future.result(BOUND)
    assert peer.values[variable] == 5


def test_work_that_fails_answers_with_its_error(session: Session) -> None:
    with pytest.raises(ZeroDivisionError):
        session.submit(lambda: 1 // 0).result(BOUND)
    assert session.eval("return 1").data == 1


def test_waiting_for_the_session_inside_it_is_refused_before_it_is_for_ever(session: Session) -> None:
    with pytest.raises(UimcpError, match="eval waits for the session's own thread and was called on it"):
        session.submit(lambda: session.eval("return 1")).result(BOUND)
    with pytest.raises(UimcpError, match="settle waits"):
        session.submit(session.settle).result(BOUND)


def test_work_may_queue_more_work(session: Session) -> None:
    inner = session.submit(lambda: session.submit(lambda: threading.get_ident())).result(BOUND)
    assert inner.result(BOUND) != threading.get_ident()


# -- coming to rest


def test_settle_waits_for_all_that_is_queued_and_flushes(tmp_path: Path) -> None:
    with Session(tmp_path, clock=VirtualClock(), output=MemoryOutput()) as session:
        session.eval("mcp.value = {type = 'T', n = 0}")
        frames: list[str] = []
        connection = session.connect(frames.append)
        connection.receive('{"type":"create","data":{"id":2,"parentId":1,"properties":{"path":"value.n"}}}')
        for _ in range(20):
            session.submit(lambda: session.host.call("eval", "mcp.value.n = mcp.value.n + 1", "=t"))
        session.settle()
        assert '"value":20' in frames[-1]


def test_settle_waits_for_what_the_faces_do_with_their_frames(session: Session) -> None:
    session.eval("mcp.value = {type = 'T', n = 0}")
    seen: list[str] = []

    def deliver(text: str) -> None:
        seen.append(text)
        if len(seen) < 5:
            connection.receive(json.dumps({"type": "update", "data": {"varId": 2, "value": len(seen)}}))
            connection.receive('{"type":"get","data":{"varIds":[2]}}')

    connection = session.connect(deliver)
    connection.receive('{"type":"create","data":{"id":2,"parentId":1,"properties":{"path":"value.n"}}}')
    session.settle()
    assert len(seen) == 5
    assert '"value":4' in seen[-1]


def test_settle_gives_up_when_there_is_no_end(session: Session) -> None:
    session.eval("function again() setImmediate(again) end again()")
    with pytest.raises(SettleTimeout, match=r"did not settle within 0\.05 s"):
        session.settle(timeout=0.05)


def test_a_settled_session_has_a_closed_end_too(tmp_path: Path) -> None:
    session = Session(tmp_path)
    with session:
        session.settle()
    with pytest.raises(SessionClosed):
        session.settle()


# -- looking in


def test_variables_are_rows_with_parents_first(session: Session) -> None:
    session.eval("mcp.value = {type = 'T', n = 1}")
    peer = Peer(session)
    outer = peer.create("value")
    inner = peer.create("n", outer)
    rows = session.variables()
    assert [(row["id"], row["parentId"], row["path"]) for row in rows] == [
        (1, 0, ""),
        (outer, 1, "value"),
        (inner, outer, "n"),
    ]
    assert rows[-1]["value"] == 1
    assert {
        "type",
        "properties",
        "childIds",
        "access",
        "active",
        "error",
        "changeCount",
        "depth",
        "computeTime",
    } <= rows[-1].keys()


def test_state_that_is_not_valid_text_is_shown_with_replacements(session: Session) -> None:
    session.eval(b"mcp.value = {type = 'T', s = '\\255'}")
    assert session.state() == {"type": "T", "s": "\ufffd"}


def test_what_lua_prints_goes_to_the_output(tmp_path: Path) -> None:
    output = MemoryOutput()
    with Session(tmp_path, output=output) as session:
        session.eval("print('hello', 1) session:log(2, 'careful') io.stderr:write('oh\\n')")
    assert output.lines("out") == ["hello\t1"]
    assert output.lines("err") == ["[warning] careful", "oh"]


def test_by_default_the_output_is_files_under_base_dir(tmp_path: Path) -> None:
    with Session(tmp_path) as session:
        session.eval("print('hello')")
    assert (tmp_path / "log" / "lua.log").read_text() == "hello\n"


@pytest.mark.parametrize(
    ("level", "line"),
    [("1", "[error] x"), ("0/0", "[info] x"), ("-1/0", "[error] x"), ("1e300", "[debug] x"), ("2.9", "[warning] x")],
)
def test_any_log_level_is_taken(tmp_path: Path, level: str, line: str) -> None:
    output = MemoryOutput()
    with Session(tmp_path, output=output) as session:
        session.eval(f"session:log({level}, 'x')")
    assert output.lines("out") + output.lines("err") == [line]


@pytest.mark.parametrize("code", ["while true do end", 'os.execute("sleep 1000")', 'io.popen("sleep 1000"):read("*a")'])
def test_lua_that_nobody_waits_for_can_be_stopped_at_once(tmp_path: Path, code: str) -> None:
    options = SessionOptions(limits=LuaLimits(seconds=BOUND))
    with Session(tmp_path, options=options, output=MemoryOutput()) as session:
        begun = tmp_path / "begun"
        os.mkfifo(begun)
        stop = threading.Event()
        future = session.submit_eval(f"io.open({str(begun)!r}, 'w'):close() {code} return 'to the end'", stop=stop)
        begun.read_bytes()  # returns when the script has opened its end
        session.stop_eval(stop)
        with pytest.raises(LuaError, match="nobody waits for it"):
            future.result(BOUND)
        assert session.eval("return 'the next one runs'").data == "the next one runs"
        assert session.eval('return os.execute("true")').data == 0


def test_a_stop_concerns_no_other_call(session: Session) -> None:
    stop = threading.Event()
    session.submit_eval("return 1", stop=stop).result(BOUND)
    session.stop_eval(stop)
    assert session.eval("return 2").data == 2
    assert session.submit_eval("return 3", stop=threading.Event()).result(BOUND).data == 3
