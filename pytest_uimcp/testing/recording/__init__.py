"""`ui-mcp record`: a server that writes down what clients and people do with it, as a scenario file that replays.

- `command`: the command line; `recorder`: what the server tells, in order; `page`: one page that reports
- `people`: a person's actions, with the targets that find the same elements again
- `clients`: calls and events of clients; `varying`: what is another value in each run
- `masking`: secrets; `telling`: steps as the grammar of scenarios says them; `storing`: the files
"""
