// Formats files in place, or with --check names those that are not formatted: `node format.mjs [--check] NODE_MODULES FILE…`.
// Both formatters run in this one process: they are libraries here, so nothing is started for a file.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const words = process.argv.slice(2);
const isCheck = words[0] === "--check";
const [modules, ...files] = isCheck ? words.slice(1) : words;
const require = createRequire(join(modules, "package.json"));
const prettier = require("prettier");
const stylua = require("@johnnymorganz/stylua");

const WIDTH = 120; // ruff's, too

function formatLua(text, isApp) {
  // An object of the library belongs to one call: it is freed by it.
  const config = stylua.Config.new();
  config.syntax = stylua.LuaVersion.Lua54;
  config.column_width = WIDTH;
  config.indent_type = stylua.IndentType.Spaces;
  config.indent_width = 4;
  config.quote_style = stylua.QuoteStyle.AutoPreferDouble;
  // The engine's guards, `if not key then return end`, are one line; apps, which beginners read and copy, are opened.
  config.collapse_simple_statement = isApp
    ? stylua.CollapseSimpleStatement.Never
    : stylua.CollapseSimpleStatement.ConditionalOnly;
  return stylua.formatCode(text, config, undefined, stylua.OutputVerification.Full);
}

function formatJavaScript(text) {
  return prettier.format(text, { parser: "babel", printWidth: WIDTH });
}

let failures = 0;
for (const file of files) {
  const text = readFileSync(file, "utf8");
  try {
    const formatted = await (file.endsWith(".lua")
      ? formatLua(text, !file.startsWith("pytest_uimcp/") && !file.startsWith("tests/engine/"))
      : formatJavaScript(text));
    if (formatted === text) continue;
    if (isCheck) {
      failures += 1;
      console.error(`not formatted: ${file}`);
    } else {
      writeFileSync(file, formatted);
    }
  } catch (error) {
    failures += 1;
    console.error(`${file}: ${error}`);
  }
}
process.exit(failures ? 1 : 0);
