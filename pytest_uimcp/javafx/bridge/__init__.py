"""The bridge: the tools of the contract inside a real JavaFX program, as a Java agent.

`java/` are its sources, which know the schemas, texts and keys of the stage without a JVM from files that `resources`
writes into the jar: so both answer alike. `jdk` finds the user's compiler and JavaFX, `building` makes the jar with
them and keeps it. `launching` starts a program with the jar, on a `display` of its own where there is none.

In Java, `uimcp.stage` knows no JavaFX: the agent, HTTP, MCP, the arguments of calls. `uimcp.stage.fx` is loaded beside
the program's JavaFX when that turns out to be there, and does everything on its thread.
"""
