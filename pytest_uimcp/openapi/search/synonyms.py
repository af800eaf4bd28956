"""Words that people use where descriptions of APIs use others. They belong to the field in general, not to one API.

A group is words that stand for each other; a phrase stands for words. How near they are is a number below 1, since what
was typed itself is always nearer.
"""

from __future__ import annotations

from typing import Final

from pytest_uimcp.openapi.search.words import stem

NEAR: Final = 0.7

_GROUPS: Final = """
create add new make insert register post
create open start
create save store
create publish submit
create leave write
delete remove destroy drop erase clear
delete unassign
get fetch show read retrieve view see display describe
get find
list show enumerate browse all see
list get
update edit change modify set alter adjust put patch
update rename
update close reopen resolve
search find query lookup
upload attach import
download export get
cancel abort stop terminate
run execute trigger launch dispatch start
rerun retry repeat
enable activate
disable deactivate
restore undelete recover
remove uninstall
convert render transform
block ban
unblock unban
approve accept confirm
reject decline deny dismiss
assign delegate
invite invitation
join member
leave quit
follow subscribe watch
unfollow unsubscribe unwatch
star favorite favourite like bookmark
merge combine
compare diff difference
move transfer relocate
copy duplicate clone fork
archive retire
lock freeze
pin stick
react reaction emoji
vote poll
check verify test validate
ping health alive
login signin authenticate
logout signout
replace overwrite
permission access right role grant
restrict limit restriction
protect guard protection
secret password credential
token key credential
certificate cert
repository repo project
organization org organisation company
authenticated current my me mine own self
user person people somebody someone account who member
owner account
employee staff worker
customer client buyer
team group
file content document
directory folder
picture image photo avatar
message mail email
comment reply remark note
discussion conversation thread
issue ticket bug
label tag
branch head ref reference
tag ref reference
history past previous log
commit revision change version
version release
latest newest recent last current
usage consumption used
cost price billing charge
bill invoice
payment charge pay
order purchase
product item article
cart basket
shop store
stock inventory
address location
statistic stats metric count
view visit traffic
number count amount
event activity
notification alert
schedule cron
job task
machine host server
setting configuration config option preference
environment env
variable var
webhook hook
application app
extension plugin addon
package library
dependency requirement
vulnerability advisory
license licence
language locale
language programming
limit quota rate
status state
error failure
template boilerplate
link url
"""

PHRASES: Final = {
    "turn on": "enable",
    "switch on": "enable",
    "turn off": "disable",
    "switch off": "disable",
    "get rid of": "delete",
    "take away": "remove",
    "throw away": "delete",
    "look up": "get",
    "look for": "search",
    "look at": "get",
    "set up": "create",
    "sign in": "login",
    "log in": "login",
    "sign out": "logout",
    "log out": "logout",
    "sign up": "register",
    "who am i": "get the authenticated user",
    "how many": "count",
    "how much": "usage",
    "pull requests": "pull request",
    "pr": "pull request",
    "prs": "pull request",
    "merge request": "pull request",
    "re run": "rerun",
    "run again": "rerun",
    "start again": "rerun",
    "bring back": "restore",
    "put back": "restore",
    "e mail": "email",
    "two factor": "2fa",
    "i": "authenticated user",
    "me": "authenticated user",
}


# A word may stand in several groups: it is related to all words of each, but these are not related to each other.
def _related() -> dict[str, frozenset[str]]:
    synonyms: dict[str, set[str]] = {}
    for line in _GROUPS.split("\n"):
        # Stems, since the index and queries know words only as such.
        group = [stem(word) for word in line.split()]
        for word in group:
            synonyms.setdefault(word, set()).update(synonym for synonym in group if synonym != word)
    return {word: frozenset(others) for word, others in synonyms.items()}


# Once per process: the groups are the same for every index.
_RELATED: Final = _related()
_NONE: Final[frozenset[str]] = frozenset()


def related(word: str) -> frozenset[str]:
    return _RELATED.get(word, _NONE)
