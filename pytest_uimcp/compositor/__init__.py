"""One MCP server made of many, behind one policy.

    from pytest_uimcp.compositor.compositor import Compositor
    from pytest_uimcp.compositor.policy import Rule, RulePolicy
    from pytest_uimcp.compositor.specs import HttpSpec, StdioSpec

    async with Compositor(policy=RulePolicy([Rule("files_read*", "allow")])) as compositor:
        await compositor.mount_inproc("ui", server)                       # an McpServer, or a server of the SDK
        await compositor.mount_server("files", StdioSpec("files-mcp", ("--root", ".")))
        await compositor.mount_server("web", HttpSpec("http://127.0.0.1:8000/mcp", bearer=token))
        async with Client(compositor.mcp.sdk) as client:                  # or serve it: serve_stdio, serve_http
            await client.call_tool("files_read", {"path": "a.txt"}, meta={"uimcp/callId": "call_1"})

Every call passes `compositor.gate`: `compositor.policy` may be replaced at any time, `compositor.approvals` holds what
waits for a human (`pending()`, `decide(id, "approve")`, `listen`), `compositor.calls` is the record of all calls. Rules
that match no tool, never decide or let a destructive tool run unasked are logged when the tools are first listed or
called; `compositor.check_policy()` returns them.

Tools are called `<prefix>_<tool>`, resources `scheme://<prefix>/…`. A call is also made with
`compositor.call_tool(name, arguments, call_id=…)`.
"""
