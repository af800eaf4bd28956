-- Lua 5.1 writes beyond its stack when a function with "..." is called with far fewer arguments than it has parameters,
-- because it reserves no room for the missing ones (CVE-2014-5461). The spare room of every stack suffices for a few.
-- Chunks that contain a function with more parameters are refused; only the bytecode tells reliably.
local E = ...
local raw = E.raw
local byte, find, dump, getinfo = raw.string.byte, raw.string.find, raw.string.dump, raw.debug.getinfo

local MOST = 3 -- named parameters, when the stack ends behind the frame and a metamethod is called in it
local VARARG = 2 -- the bit of a function with "..."
local SKIPPED = { [0] = 0, [1] = 1, [3] = 8 } -- bytes of a constant: nil, boolean, number; else a string

-- The bytecode of this machine: header, then functions in functions.
local function reader(code)
    local little, int, size, instruction, at = byte(code, 7) == 1, byte(code, 8), byte(code, 9), byte(code, 10), 13
    local self = {}
    local function integer(width)
        local value, from, to, step = 0, width - 1, 0, -1
        if not little then
            from, to, step = 0, width - 1, 1
        end
        for i = from, to, step do
            value = value * 256 + byte(code, at + i)
        end
        at = at + width
        return value
    end
    function self.int()
        return integer(int)
    end
    function self.byte()
        return integer(1)
    end
    function self.skip(bytes)
        at = at + bytes
    end
    function self.skip_ints(n)
        at = at + n * int
    end
    function self.skip_code(n)
        at = at + n * instruction
    end
    function self.skip_string()
        self.skip(integer(size))
    end
    return self
end

local function skip_constants(read)
    for _ = 1, read.int() do
        local skipped = SKIPPED[read.byte()]
        if skipped then
            read.skip(skipped)
        else
            read.skip_string()
        end
    end
end

local function skip_names(read)
    read.skip_ints(read.int()) -- lines
    for _ = 1, read.int() do -- local variables
        read.skip_string()
        read.skip_ints(2)
    end
    for _ = 1, read.int() do
        read.skip_string()
    end -- upvalues
end

-- The line of the first function that names too many, and how many.
local function first_wide(read)
    read.skip_string()
    local line = read.int()
    read.skip_ints(1)
    read.skip(1)
    local named, flags = read.byte(), read.byte()
    if named > MOST and flags % (2 * VARARG) >= VARARG then return line, named end
    read.skip(1)
    read.skip_code(read.int())
    skip_constants(read)
    for _ = 1, read.int() do
        line, named = first_wide(read)
        if line then return line, named end
    end
    skip_names(read)
end

-- Why the chunk may not run: a message with its line, or nil.
function E.too_wide(f, source)
    if not find(source, "...", 1, true) then return nil end
    local line, named = first_wide(reader(dump(f)))
    if not line then return nil end
    return getinfo(f, "S").short_src
        .. ":"
        .. line
        .. ": a function with '...' behind "
        .. named
        .. " parameters is refused on "
        .. "Lua 5.1, which it can crash: at most "
        .. MOST
        .. " are expected; take the rest from '...', or use the option "
        .. "--lua 5.2"
end
