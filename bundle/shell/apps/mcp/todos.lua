-- What the agent means to do, above the messages: mcp:createTodos(steps, app), mcp:startTodoStep(number),
-- mcp:completeTodos(), mcp:clearTodos(), and mcp:setTodos(todos) for an agent that keeps such a list itself.

local STATES = { pending = "to do", in_progress = "doing", completed = "done" }

MCP.Todo = session:prototype("MCP.Todo", { text = "", status = "pending" })

function MCP.Todo:state()
    return STATES[self.status]
end

-- A step is a text, or a table with a text as other lists of todos have it.
local function todoOf(step)
    if type(step) ~= "table" then
        return MCP.Todo:new({ text = tostring(step) })
    end
    local status = step.status
    if not STATES[status] then
        status = "pending"
    end
    local text = step.content or step.label or step.text or step.title or "?"
    if status == "in_progress" and step.activeForm then
        text = step.activeForm
    end
    return MCP.Todo:new({ text = tostring(text), status = status })
end

function MCP.Shell:setTodos(steps, app)
    self.todos = {}
    self._todoApp = app
    for _, step in ipairs(steps or {}) do
        table.insert(self.todos, todoOf(step))
    end
end

-- Those before it are done; an app that the steps are for shows how far it is.
function MCP.Shell:startTodo(number)
    local todo = self.todos[number]
    if not todo then
        error(("there is no step %s: the list has %d"):format(tostring(number), #self.todos), 3)
    end
    for index, each in ipairs(self.todos) do
        if index < number then
            each.status = "completed"
        elseif index > number then
            each.status = "pending"
        end
    end
    todo.status = "in_progress"
    if self._todoApp then
        mcp:appProgress(self._todoApp, math.floor(100 * (number - 1) / #self.todos), todo.text)
    end
end

function MCP.Shell:completeTodos()
    for _, todo in ipairs(self.todos) do
        todo.status = "completed"
    end
    if self._todoApp then
        self.progress = nil
    end
end

function MCP.Shell:noTodos()
    return #self.todos == 0
end

function MCP.Shell:todoSummary()
    local done = 0
    for _, todo in ipairs(self.todos) do
        if todo.status == "completed" then
            done = done + 1
        end
    end
    return ("%d of %d done"):format(done, #self.todos)
end

function mcp:createTodos(steps, app)
    self.shell:setTodos(steps, app)
end

function mcp:setTodos(todos)
    self.shell:setTodos(todos)
end

function mcp:startTodoStep(number)
    self.shell:startTodo(number)
end

function mcp:completeTodos()
    self.shell:completeTodos()
end

function mcp:clearTodos()
    self.shell:setTodos({})
end
