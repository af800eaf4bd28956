"""What themes are looked at with, native controls and components: for the pictures and the test of their colours."""

from __future__ import annotations

from typing import Final

LUA: Final = 'App = session:prototype("App", { text = "Some text", on = true, pick = "b", n = 40 })\nt = App:new()'

NATIVE: Final = """<main class="sample theme-panel"><h2 class="theme-heading">Native controls</h2>
<p>Plain text and <a href="#">a link</a></p>
<label>Text <input ui-value="text"></label> <input placeholder="Placeholder">
<p><textarea rows="2">Several lines
of text</textarea> <select><option>Selected</option></select></p>
<p><label><input type="checkbox" checked> On</label> <label><input type="radio" checked> Chosen</label>
<input type="range"> <input type="date"> <progress value="0.4"></progress></p>
<p><button>A button</button> <button disabled>Disabled</button></p>
<table><tr><th>Name</th><th>Value</th></tr><tr><td>One</td><td>1</td></tr></table></main>"""

SHOELACE: Final = """<main class="sample theme-panel"><h2 class="theme-heading">Components</h2>
<sl-input label="Text" help-text="Help for it" ui-value="text" clearable></sl-input>
<p><sl-input placeholder="Placeholder"></sl-input></p>
<p><sl-input filled value="Filled"></sl-input></p>
<sl-textarea label="Lines" rows="2" value="Several lines of text"></sl-textarea>
<p><sl-select label="Pick" value="b">
<sl-option value="a">A</sl-option><sl-option value="b">B</sl-option></sl-select></p>
<p><sl-checkbox checked>On</sl-checkbox> <sl-switch checked>Switch</sl-switch> <sl-switch>Off</sl-switch></p>
<sl-radio-group label="Group" value="a">
<sl-radio value="a">A</sl-radio><sl-radio value="b">B</sl-radio></sl-radio-group>
<p><sl-range label="Range" value="40"></sl-range> <sl-rating value="3"></sl-rating>
<sl-progress-bar value="40">40%</sl-progress-bar></p>
<p><sl-button>Default</sl-button> <sl-button variant="primary">Primary</sl-button>
<sl-button variant="success">Success</sl-button> <sl-button variant="neutral">Neutral</sl-button>
<sl-button variant="warning">Warning</sl-button> <sl-button variant="danger">Danger</sl-button>
<sl-button variant="text">Text</sl-button> <sl-button variant="primary" outline>Outline</sl-button></p>
<p><sl-tag>Tag</sl-tag> <sl-tag variant="primary">Primary</sl-tag> <sl-tag variant="danger">Danger</sl-tag>
<sl-badge variant="primary">1</sl-badge> <sl-badge variant="neutral">2</sl-badge>
<sl-badge variant="warning">3</sl-badge> <sl-icon-button name="gear" label="Settings"></sl-icon-button></p>
<sl-tab-group><sl-tab slot="nav" panel="a">First</sl-tab><sl-tab slot="nav" panel="b">Second</sl-tab>
<sl-tab-panel name="a">Panel</sl-tab-panel></sl-tab-group>
<p><sl-alert variant="primary" open>An alert</sl-alert></p><p><sl-alert variant="danger" open>Another</sl-alert></p>
<sl-card><span slot="header">Header</span>A card</sl-card>
<sl-details summary="Details" open>Text in details</sl-details>
<p><sl-menu><sl-menu-item>Item</sl-menu-item><sl-menu-item type="checkbox" checked>Checked</sl-menu-item></sl-menu></p>
<sl-tree><sl-tree-item expanded>Branch<sl-tree-item selected>Leaf</sl-tree-item></sl-tree-item></sl-tree></main>"""

KINDS: Final = {"native": NATIVE, "Shoelace": SHOELACE}

# An app of the original brings its own theme: variables without `color-scheme`, and fewer of them than ours have.
ORIGINAL: Final = """<style>
.theme-orbit { --term-bg: #0a0a12; --term-bg-elevated: #15151f; --term-bg-hover: #1f1f2e; --term-bg-panel: #11111a;
  --term-border: #33334a; --term-text: #e0e0f0; --term-text-dim: #a8a8c0; --term-text-muted: #8a8aa5;
  --term-accent: #e07a47; --term-accent-glow: #e07a4740; --term-success: #4ade80; --term-warning: #facc15;
  --term-danger: #f87171; --term-error: #f87171 }
</style>"""
# Another has colours of its own and knows of no themes.
OWN: Final = "<style>body { background: #101418; color: #e6e6e6 }</style>"

THEMES: Final = {"base": "", "harbor": "", "paper": "", "orbit": ORIGINAL, "own": OWN}
"""By theme, what an app says of its looks; those that are not ours come from the app."""


def viewdef(theme: str, kind: str) -> str:
    return f"<div>{THEMES[theme]}{KINDS[kind]}</div>"
