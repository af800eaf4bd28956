"""YAML from outside: specifications, configurations, policies, scenarios, all in one dialect.

It is YAML 1.2 with JSON's types. PyYAML knows 1.1, where `no` is false and `12:30` is 750, so only its parser is used:
`events` gives what the parser saw, `scalars` says what a text without quotes means, and `loading` makes data of both
with a stack of its own, so that the depth of a text is no depth of calls. Whoever needs lines for his messages asks for
them; a specification of megabytes is read into plain dictionaries and lists.

Importing this package imports PyYAML.
"""

from pytest_uimcp.core.yaml.errors import YamlError
from pytest_uimcp.core.yaml.lines import lines_of
from pytest_uimcp.core.yaml.loading import YamlList, YamlMapping, line_at, load_yaml

__all__ = ["YamlError", "YamlList", "YamlMapping", "line_at", "lines_of", "load_yaml"]
