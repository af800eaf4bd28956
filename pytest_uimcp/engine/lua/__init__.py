"""The Lua host: state, limits, output, and the part of the engine that is written in Lua."""
