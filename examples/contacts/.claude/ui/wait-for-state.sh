#!/bin/sh
# wait-for-state.sh [BASE_URL] [SECONDS]
# Prints every event as one line of JSON, for as long as the server runs. BASE_URL is the server's MCP port
# (http://127.0.0.1:PORT); without it, mcp-port beside this script says where it is. SECONDS is the length of
# one poll. Exit code 0 when the server shuts down, 1 if there is none or it refuses.

say() {
    printf 'wait-for-state.sh: %s\n' "$*" >&2
}

fail() {
    say "$@"
    exit 1
}

# Events that were fetched cannot be put back, so what prints them must be there before the first poll.
if command -v jq >/dev/null 2>&1; then
    print_events() { jq --compact-output --unbuffered '.[]'; }
elif command -v python3 >/dev/null 2>&1; then
    print_events() {
        python3 -c 'import json, sys
for event in json.loads(sys.stdin.buffer.read()):
    line = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")'
    }
else
    fail "this script needs jq or python3, and neither is installed"
fi
command -v curl >/dev/null 2>&1 || fail "this script needs curl, which is not installed"

seconds=${2:-30}
base_url=${1-}
here=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd)
if [ -z "$base_url" ]; then
    [ -f "$here/mcp-port" ] || fail "no server is running for $here. The tool ui_start starts it."
    base_url=http://127.0.0.1:$(cat "$here/mcp-port")
    guard="X-Ui-Base-Dir: $here" # a server that works for another directory answers 421
    # Not an argument of curl, since arguments are shown to every user of the machine.
    [ -r "$here/mcp-token" ] && read -r token <"$here/mcp-token"
fi

reached=
while :; do
    answer=$(printf '%s\n' "${token:+header = \"Authorization: Bearer $token\"}" |
        curl --config - --silent --noproxy '*' --header "${guard:-Accept: application/json}" \
        --write-out '\n%{http_code}' "${base_url%/}/wait?timeout=$seconds")
    if [ $? -ne 0 ]; then
        [ -n "$reached" ] && exit 0 # it was there and has shut down
        say "no server answers at $base_url"
        [ -z "${guard-}" ] && exit 0
        fail "$here/mcp-port is left over from a server that is gone. The tool ui_start starts one."
    fi
    reached=yes
    status=${answer##*
}
    body=${answer%
*}
    case $status in
    200) printf '%s\n' "$body" | print_events || fail "could not print these events: $body" ;;
    204) ;;
    421) fail "$base_url works for another directory; $here/mcp-port is left over from a server that is gone" ;;
    *) fail "$base_url answered $status: $body" ;;
    esac
done
