"""What random calls are made of: expressions of Lua, by what they give."""

NUMBERS = (
    "0", "1", "2", "3", "-1", "-2", "0.5", "-0.5", "1.5", "10", "31", "32", "33", "64", "99", "100", "127", "128",
    "199", "200", "201", "255", "256", "257", "999", "4096", "4097", "7998", "8000", "8001", "65536", "2^20", "2^24",
    "2^26", "2^31-2", "2^31-1", "2^31", "2^31+1", "2^32-1", "2^32", "2^32+1", "2^53", "2^62", "2^63", "2^64", "-2^31",
    "-2^31-1", "-2^32", "-2^53", "-2^63", "1e15", "1e100", "1e308", "-1e308", "5e-324", "math.huge", "-math.huge",
    "nan",
)  # fmt: skip
EDGES = (
    "0", "1", "-1", "2^31-1", "2^31-1", "2^31-2", "2^31", "-2^31", "2^32", "nan", "math.huge", "-math.huge", "1e308",
)  # fmt: skip
WORDS = {
    "m": ("'r'", "'w'", "'a+'", "'rb'", "'w+b'", "'r,ccs=UTF-16'", "'rw'", "''", "'r\x00'"),
    "o": ("'collect'", "'step'", "'setpause'", "'setstepmul'", "'stop'", "'restart'", "'count'"),
    "w": ("'L'", "'Slnuf'", "'S'", "'l'", "'n'", "'u'", "'>L'", "'f'", "'Lx'"),
    "d": ("'*t'", "'!*t'", "'%c'", "'!%c'", "'%Ex%Oy%'", "'%'", "('%c'):rep(99)", "'%\x00'", "'%Y'"),
    "b": ("'*a'", "'*n'", "'*l'", "'*L'", "0", "10", "2^31", "-1", "2^62", "nan"),
}
STRINGS = (
    "''", "'x'", "'abc'", r"'\0'", r"'a\0b\0'", r"'\255\254'", "'1'", "'-1'", "'0x10'", "'1e999'", "'nan'", "' 7 '",
    "'x.y.z'", "'_G'", "'string'", "'../../etc/passwd'", "'/etc/passwd'", "'folder'", "'file.txt'", "'*a'", "'*n'",
    "'*l'", "'r'", "'w+b'", "'r,ccs=UTF-16'", "'set'", "'full'", "'collect'", "'step'", "'setpause'", "'setstepmul'",
    "'stop'", "'k'", "'#'", "'*t'", "'!*t'", "'!%c'", "'%Ex%Oy%'", "'Slnu'", "'>f'", "'L'", "'[]'", "'{}'",
    "'[[[[[['", '\'{\\"a\\":[1,null,{\\"obj\\":1}]}\'', r"'\27Lua'", r"'\239\187\191\27LuaQ'", r"'#!/x\n\27LuaQ'",
    "'x'", "'return ...'", "'return function(...) return ... end'", "'local a <const> = 1'", "'goto x ::x::'",
    "'for'", "'=uimcp/guard'", "'@uimcp/guard'", "'=call'", "('@' .. ('x'):rep(70))", "block", "block:sub(1, 70000)",
    "tostring({})",
)  # fmt: skip
PATTERNS = (
    "'.'", "'.-'", "'.*'", "'%'", "'['", "'[]'", "'[^]'", "'[a-'", "'[%'", "'[%a-z]'", "'()'", "'('", "')'", "'%1'",
    "'(%1)'", "'%9'", "'%0'", "'%b'", "'%bx'", "'%bxy'", "'%f'", "'%f[%w]'", "'%f['", "'^'", "'$'", "'^$'", r"'\0'",
    r"'[\0-\255]'", "'%z'", "('()'):rep(32)", "('()'):rep(33)", "('('):rep(40)", "('a?'):rep(2000)",
    "('.?'):rep(2048)", "('x'):rep(5000)", "('%s'):rep(300)", "('%99.99f'):rep(5)", "'%99.99f %-+ #0d'", "'%5000d'",
    "'%.100s'", "'%q%i%c%x'", "'%-+ #00d'", "'%s'", "'%c'", "'%p'", "'%a'", "'%'", "'%%'", "'%d%s%q'", "'%1%2'",
    "('%0'):rep(200)", "'%w+'",
)  # fmt: skip
SOURCES = (
    "('('):rep({n})", "('{{'):rep({n})", "('do '):rep({n})", "('x='):rep({n})", "'return ' .. ('-'):rep({n}) .. '1'",
    "('function() '):rep({n})", "'x=' .. ('a..'):rep({n}) .. 'a'", "('a,'):rep({n}) .. 'a=1'",
    "'return ' .. ('not '):rep({n})", "('if x then '):rep({n})",
    "'if x then ' .. ('elseif x then '):rep({n}) .. ' end'", "'local ' .. ('a,'):rep({n}) .. 'a'",
    "'return ' .. ('{{'):rep({n}) .. ('}}'):rep({n})", "'return ' .. ('f('):rep({n}) .. (')'):rep({n})",
    "'return {{' .. ('1,'):rep({n}) .. '}}'", "'return function(' .. ('a,'):rep({n}) .. '...) return ... end'",
    "'return a' .. ('.a'):rep({n})", "'return a' .. (' and a'):rep({n})", "'--[' .. ('='):rep({n}) .. '[ x'",
    r"('\n'):rep({n})", "'x = ' .. ('9'):rep({n})", '\'x = "\' .. (\'\\\\\' .. \'0\'):rep({n}) .. \'"\'',
    "('repeat local a '):rep({n})", "('for i=1,2,3 do '):rep({n})", "'for a in ' .. ('1,'):rep({n}) .. '2 do end'",
    "('goto a '):rep({n}) .. '::a::'", "('while 1 do '):rep({n}) .. ('end '):rep({n})",
    "('local function f() '):rep({n}) .. ('end '):rep({n})",
)  # fmt: skip
LENGTHS = (1, 3, 10, 50, 150, 190, 199, 200, 201, 255, 256, 260, 1000, 5000, 20000)
TABLES = (
    "{}", "array", "holes", "thousand", "cycle", "nested", "web", "date", "weak", "hidden", "selfish", "chain(50)",
    "chain(150)", "_G", "string", "getmetatable('')", "package.loaded", "package", "session", "ui", "mcp",
    "setmetatable({}, {})", "meta('__index', identity)", "meta('__index', recurses)", "meta('__index', {})",
    "meta('__newindex', fails)", "meta('__len', function() return 2^31-1 end)",
    "meta('__len', function() return -1 end)", "meta('__len', fails)", "meta('__tostring', identity)",
    "meta('__tostring', recurses)", "meta('__tostring', function() return nil end)", "meta('__call', recurses)",
    "meta('__call', many)", "meta('__concat', identity)", "meta('__eq', fails)", "meta('__lt', yields)",
    "meta('__mode', 'kv')", "meta('__gc', fails)", "meta('__metatable', false)", "meta('__add', identity)",
    "meta('__unm', tostring)", "{ __gc = fails }", "{ __index = _G, __metatable = 1 }", "{ type = 'X' }",
    "{ n = 2^31 }", "lua.ViewList",
)  # fmt: skip
FUNCTIONS = (
    "identity", "nothing", "fails", "yields", "forever", "recurses", "random_order", "always", "grows", "shrinks",
    "many", "error", "print", "tostring", "pcall", "next", "setmetatable", "coroutine.yield",
    "coroutine.wrap(yields)", "string.rep", "collectgarbage",
)  # fmt: skip
THREADS = (
    "dead", "fresh", "waiting", "deep_thread", "long_thread", "coroutine.running()", "coroutine.create(yields)",
    "coroutine.create(recurses)", "coroutine.create(forever)", "coroutine.create(many)",
)  # fmt: skip
OTHERS = (
    "nil", "true", "false", *THREADS, "io.stdout", "io.stdin", "file", "closed", "io.tmpfile()", "EMPTY",
    "session:create({})",
)  # fmt: skip
SPREADS = ("unpack(thousand)", "unpack({{}}, 1, {n})", "many()", "select({n}, unpack(thousand))", "unpack(array)")
METHODS = ("read", "write", "lines", "seek", "setvbuf", "flush", "close")
DEPTHS = (100, 150, 170, 180, *range(185, 201))
HEIGHTS = (100, 1000, 5000, 15000, 19900, 19990)
ROOMS = (0, 40, 100, 200, 500, 1000, 2000, 5000, 20000, 100000)
PLACES = (
    "pcall({f})", "xpcall({f}, {handler})", "coroutine.wrap({f})()",
    "coroutine.resume(coroutine.create({f}), {args})", "coroutine.resume(waiting, ({f})())", "deep({depth}, {f})",
    "deep({depth}, {f})", "tall({height}, {f})", "thin({room}, {f})", "thin({room}, {f})", "nest({depth}, {f})",
    "in_gsub({f})", "in_sort({f})", "in_tostring({f})", "in_handler({f})", "in_reader({f})", "in_concat({f})",
    "in_iterator({f})", "in_timer({f})", "collecting({f})", "collecting({f})", "table.foreach(array, {f})",
    "require('none', ({f})())", "setfenv({f}, {table})()",
)  # fmt: skip
# What a function takes: n number, s string, p pattern, t table, f function, c coroutine, a anything, v a spread of
# values, or one of WORDS.
SIGNATURES = {
    "string.byte": "snn", "string.char": "v", "string.find": "spna", "string.format": "paaaa", "string.gfind": "sp",
    "string.gmatch": "sp", "string.gsub": "span", "string.match": "spn", "string.rep": "sn", "string.sub": "snn",
    "table.concat": "tsnn", "table.foreach": "tf", "table.foreachi": "tf", "table.insert": "tna",
    "table.remove": "tn", "table.sort": "tf", "unpack": "tnn", "select": "nv", "tonumber": "sn", "rawget": "ta",
    "rawset": "taa", "next": "ta", "rawequal": "aa", "setmetatable": "tt", "getmetatable": "a", "setfenv": "ft",
    "getfenv": "n", "error": "an", "assert": "av", "pcall": "fv", "xpcall": "ff", "load": "fs", "loadstring": "ss",
    "loadfile": "s", "dofile": "s", "require": "s", "module": "sf", "print": "v", "tostring": "a", "type": "a",
    "ipairs": "t", "pairs": "t", "collectgarbage": "on", "coroutine.create": "f", "coroutine.resume": "cv",
    "coroutine.wrap": "f", "coroutine.yield": "v", "coroutine.status": "c", "debug.getinfo": "cnw",
    "debug.traceback": "csn", "io.open": "sm", "io.lines": "s", "io.read": "bb", "io.write": "v", "io.type": "a",
    "os.date": "dn", "os.time": "t", "os.difftime": "nn", "os.rename": "ss", "os.remove": "s", "os.setlocale": "ss",
    "ui.json_encode": "t", "ui.json_decode": "s", "ui.log": "ns", "session.log": "ns", "session.prototype": "stt",
    "session.create": "tt", "session.metaTostring": "t", "session.createVariable": "ntt",
    "session.createAppVariable": "tt", "session.destroyVariable": "n", "session.needsMutation": "t",
    "session.unloadModule": "s", "session.unloadDirectory": "s", "ui.registerWrapper": "st",
    "ui.registerPresenter": "st", "package.seeall": "t",
}  # fmt: skip
