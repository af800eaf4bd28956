-- Images that a person puts into the chat. The page makes each of them small enough and a thumbnail of it, and hands both
-- over as data; here the image becomes a file below storage/uploads/, whose path the agent gets.

local files = require("mcp.files")

local MOST_IMAGES = 6
local LARGEST = 4000000 -- letters of its data
local ENDINGS = { png = "png", jpeg = "jpg", gif = "gif", webp = "webp" }
local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

MCP.Image = session:prototype("MCP.Image", { path = "", thumbnail = "", label = "" })

function MCP.Image:drop()
    mcp.shell:dropImage(self)
end

local values = {}
for index = 1, #LETTERS do
    values[LETTERS:byte(index)] = index - 1
end

-- What base64 stands for.
local function decoded(text)
    local bytes = text:gsub("([%w+/])([%w+/])([%w+/]?)([%w+/]?)=*", function(first, second, third, fourth)
        local a, b = values[first:byte()], values[second:byte()]
        local c, d = values[third:byte()] or 0, values[fourth:byte()] or 0
        local whole = ((a * 64 + b) * 64 + c) * 64 + d
        local count = 1 + #third + #fourth
        return string.char(math.floor(whole / 65536), math.floor(whole / 256) % 256, whole % 256):sub(1, count)
    end)
    return bytes
end

-- The path of a new file in storage/uploads/, which nobody from outside has a say in.
local function freePath(ending)
    local folder = mcp:status().base_dir .. "/storage/uploads"
    os.execute("mkdir -p " .. files.quoted(folder))
    local number = 1
    while files.read(("%s/chat-%d.%s"):format(folder, number, ending)) do
        number = number + 1
    end
    return ("%s/chat-%d.%s"):format(folder, number, ending)
end

-- Two addresses of data, one in a line: the thumbnail, and the image.
local function kept(picked)
    local thumbnail, kind, data =
        picked:match("^(data:image/[a-z]+;base64,[%w+/=]+)\ndata:image/([a-z]+);base64,([%w+/=]+)$")
    if not kind or not ENDINGS[kind] then
        return nil, "only PNG, JPEG, GIF and WebP images can be sent"
    end
    if #data > LARGEST then
        return nil, "the image is too large"
    end
    local written, path = pcall(freePath, ENDINGS[kind])
    local file, problem
    if written then
        file, problem = io.open(path, "wb")
    end
    if not file then
        return nil, "the image cannot be kept: " .. tostring(problem or path)
    end
    file:write(decoded(data))
    file:close()
    return MCP.Image:new({ path = path, thumbnail = thumbnail, label = path:match("[^/]+$") })
end

-- The page has put an image into `picked`.
function MCP.Shell:attach()
    local picked = self.picked
    self.picked = ""
    if #self.images >= MOST_IMAGES then
        self:notify(("A message has at most %d images"):format(MOST_IMAGES), "warning")
        return
    end
    local image, problem = kept(picked)
    if image then
        table.insert(self.images, image)
    else
        self:notify("Not attached: " .. problem, "warning")
    end
end

function MCP.Shell:noImages()
    return #self.images == 0
end

function MCP.Shell:dropImage(image)
    for index, candidate in ipairs(self.images) do
        if candidate == image then
            os.remove(image.path)
            table.remove(self.images, index)
            return
        end
    end
end

-- The paths of those that go with a message, and nil if there are none.
function MCP.Shell:takeImages()
    local images = self.images
    self.images = {}
    if #images == 0 then
        return images, nil
    end
    local paths = {}
    for _, image in ipairs(images) do
        table.insert(paths, image.path)
    end
    return images, paths
end
