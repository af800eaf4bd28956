"""What lies over, beside or outside of the page: layouts as kits of style sheets and hand-written ones make them."""

import re

from tests.page.matrix.family import Family

SHOWN = "lua c.on = true"
GONE = "lua c.on = false"
# What is over the whole page while it is open: rules when closed, and when open.
COVERS = {
    "inset": ("position: fixed; inset: 0; display: none", "display: block"),
    "four sides": ("position: fixed; top: 0; right: 0; bottom: 0; left: 0; display: none", "display: flex"),
    "whole size": ("position: fixed; top: 0; left: 0; width: 100%; height: 100%; display: none", "display: block"),
    "units of the window": ("position: fixed; top: 0; left: 0; width: 100vw; height: 100vh; display: none", "display: grid"),
    "dynamic units": ("position: fixed; top: 0; left: 0; width: 100dvw; height: 100dvh; visibility: hidden", "visibility: visible"),
    "z index": ("position: fixed; inset: 0; z-index: 1050; display: none", "display: block"),
    "Bootstrap": ("position: fixed; top: 0; left: 0; z-index: 1055; width: 100%; height: 100%; overflow-x: hidden; overflow-y: auto; display: none", "display: block"),
    "Tailwind": ("position: fixed; inset: calc(0.25rem * 0); z-index: 50; display: none", "display: flex"),
    "Bulma": ("position: fixed; inset: 0; z-index: 40; flex-direction: column; align-items: center; justify-content: center; overflow: hidden; display: none", "display: flex"),
    "Pico": ("position: fixed; top: 0; right: 0; bottom: 0; left: 0; z-index: 999; min-width: 100%; height: 100%; display: none; align-items: center; justify-content: center", "display: flex"),
    "W3": ("position: fixed; left: 0; top: 0; width: 100%; height: 100%; z-index: 3; padding-top: 100px; overflow: auto; display: none", "display: block"),
    "Foundation": ("position: fixed; top: 0; right: 0; bottom: 0; left: 0; z-index: 1005; overflow-y: auto; display: none", "display: block"),
    "opacity with pointer events": ("position: fixed; inset: 0; opacity: 0; pointer-events: none", "opacity: 1; pointer-events: auto"),
    "opacity alone": ("position: fixed; inset: 0; opacity: 0", "opacity: 1"),
    "opacity and visibility": ("position: fixed; inset: 0; opacity: 0; visibility: hidden", "opacity: 1; visibility: visible"),
    "behind": ("position: fixed; inset: 0; z-index: -1", "z-index: 10"),
    "above the window": ("position: fixed; left: 0; width: 100%; height: 100%; top: -100%", "top: 0"),
    "scaled": ("position: fixed; inset: 0; transform: scale(0)", "transform: scale(1)"),
    "moved": ("position: fixed; inset: 0; transform: translateY(-100%)", "transform: none"),
    "absolute": ("position: absolute; inset: 0; height: 2000px; display: none", "display: block"),
    "without size": ("position: fixed; top: 0; left: 0; width: 0; height: 0; overflow: hidden", "width: 100%; height: 100%"),
}  # fmt: skip
COVER_STEPS = (
    f"click Page; hover Page; click OK; {SHOWN}; click Page; check Agree; fill Name := Ada; click OK; click Cancel; "
    f"{GONE}; click Page; check Agree; focus Name"
)
# What comes in from one side.
DRAWERS = {
    "translate": ("position: fixed; top: 0; left: 0; height: 100%; width: 250px; transform: translateX(-100%)", "transform: translateX(0)"),
    "translate property": ("position: fixed; top: 0; left: 0; height: 100%; width: 16rem; translate: -100%", "translate: none"),
    "Tailwind": ("--tx: -100%; position: fixed; top: 0; bottom: 0; left: 0; z-index: 40; width: 16rem; transform: translate(var(--tx), 0)", "--tx: 0px"),
    "Tailwind new": ("--tx: -100%; --ty: 0; position: fixed; inset-block: 0; left: 0; width: 16rem; translate: var(--tx) var(--ty)", "--tx: 0"),
    "3d": ("position: fixed; top: 0; bottom: 0; left: 0; width: 18em; transform: translate3d(-100%, 0, 0)", "transform: translate3d(0, 0, 0)"),
    "left": ("position: fixed; top: 0; left: -250px; height: 100%; width: 250px", "left: 0"),
    "left in per cent": ("position: fixed; top: 0; left: -100%; height: 100%; width: 80%", "left: 0"),
    "margin": ("position: fixed; top: 0; left: 0; margin-left: -260px; height: 100%; width: 250px", "margin-left: 0"),
    "width": ("position: fixed; top: 0; left: 0; height: 100%; width: 0; overflow-x: hidden", "width: 250px"),
    "Bootstrap": ("position: fixed; top: 0; bottom: 0; left: 0; z-index: 1045; width: 400px; max-width: 100%; display: flex; flex-direction: column; visibility: hidden; transform: translateX(-100%)", "visibility: visible; transform: none"),
    "Foundation": ("position: fixed; z-index: 12; top: 0; left: 0; height: 100%; width: 250px; overflow-y: auto; transform: translateX(-250px)", "transform: translate(0, 0)"),
    "W3": ("height: 100%; width: 200px; position: fixed; z-index: 1; overflow: auto; top: 0; left: 0; display: none", "display: block"),
    "right": ("position: fixed; top: 0; right: 0; height: 100%; width: 250px; transform: translateX(100%)", "transform: none"),
    "right offset": ("position: fixed; top: 0; right: -300px; height: 100%; width: 300px", "right: 0"),
    "bottom sheet": ("position: fixed; left: 0; right: 0; bottom: 0; height: 300px; transform: translateY(100%)", "transform: none"),
    "bottom offset": ("position: fixed; left: 0; right: 0; bottom: -320px; height: 300px", "bottom: 0"),
    "top sheet": ("position: fixed; left: 0; right: 0; top: 0; height: 40vh; transform: translateY(-100%)", "transform: translateY(0)"),
    "pushed": ("position: absolute; left: -9999px", "position: static"),
    "in flow": ("width: 0; overflow: hidden; white-space: nowrap", "width: auto"),
    "clipped": ("position: fixed; top: 0; left: 0; height: 100%; width: 250px; clip-path: inset(0 100% 0 0)", "clip-path: none"),
}  # fmt: skip
DRAWER_STEPS = f"click Page; click Link; hover Link; {SHOWN}; click Link; click Far; {GONE}; click Page; click Link"
# What opens where it is in the page.
FOLDS = {
    "max height": ("max-height: 0; overflow: hidden", "max-height: 400px"),
    "height": ("height: 0; overflow: hidden", "height: auto"),
    "Bulma": ("max-height: 0px; overflow-y: hidden; padding: 0", "max-height: 30em"),
    "rows of a grid": ("display: grid; grid-template-rows: 0fr", "grid-template-rows: 1fr"),
    "display": ("display: none", "display: block"),
    "Bootstrap collapsing": ("height: 0; overflow: hidden; transition: height .35s ease", "height: auto; overflow: visible"),
    "Tailwind": ("max-height: 0; overflow: hidden; transition-property: all; transition-duration: 150ms", "max-height: 24rem"),
    "opacity": ("max-height: 0; opacity: 0; overflow: hidden", "max-height: 1000px; opacity: 1"),
    "opacity alone": ("opacity: 0", "opacity: 1"),
    "visibility": ("visibility: hidden", "visibility: visible"),
    "visibility and height": ("visibility: hidden; height: 0; overflow: hidden", "visibility: visible; height: auto"),
    "scale": ("transform: scaleY(0)", "transform: none"),
    "scale property": ("scale: 0", "scale: 1"),
    "hidden by clip path": ("clip-path: inset(100%)", "clip-path: none"),
    "screen readers only": ("position: absolute; width: 1px; height: 1px; padding: 0; margin: -1px; overflow: hidden; clip: rect(0, 0, 0, 0); white-space: nowrap; border: 0", "position: static; width: auto; height: auto; margin: 0; overflow: visible; clip: auto"),
    "size": ("width: 0; height: 0; overflow: hidden", "width: auto; height: auto"),
    "font size": ("font-size: 0", "font-size: 1rem"),
    "left": ("position: absolute; left: -9999px", "position: static"),
    "left and top": ("position: absolute; left: -10000px; top: auto; width: 1px; height: 1px; overflow: hidden", "position: static; width: auto; height: auto"),
    "pointer events": ("pointer-events: none", "pointer-events: auto"),
    "clip": ("max-height: 0; overflow: clip", "max-height: none"),
}  # fmt: skip
FOLD_STEPS = f"click In; check Yes; fill Word := a; {SHOWN}; click In; check Yes; hover In; click Below; {GONE}; click In; uncheck Yes; click Below"
# What opens below its button, over the page.
MENUS = {
    "display": ("position: absolute; top: 100%; left: 0; display: none", "display: block"),
    "Bootstrap": ("position: absolute; z-index: 1000; min-width: 10rem; padding: 0.5rem 0; margin: 0; list-style: none; display: none", "display: block"),
    "Bulma": ("position: absolute; left: 0; top: 100%; z-index: 20; min-width: 12rem; padding-top: 4px; display: none", "display: block"),
    "opacity and visibility": ("position: absolute; top: 100%; left: 0; opacity: 0; visibility: hidden", "opacity: 1; visibility: visible"),
    "opacity with pointer events": ("position: absolute; top: 100%; right: 0; opacity: 0; pointer-events: none", "opacity: 1; pointer-events: auto"),
    "scale": ("position: absolute; top: 100%; left: 0; transform: scale(0)", "transform: scale(1)"),
    "scale in y": ("position: absolute; top: 100%; left: 0; transform: scaleY(0); transform-origin: top", "transform: scaleY(1)"),
    "max height": ("position: absolute; top: 100%; left: 0; max-height: 0; overflow: hidden", "max-height: 300px"),
    "W3": ("position: absolute; z-index: 1; min-width: 160px; margin: 0; padding: 0; display: none", "display: block"),
    "moved": ("position: absolute; left: -999em; top: 100%", "left: 0"),
    "to the right": ("position: absolute; top: 0; left: 100%; display: none", "display: block"),
    "above": ("position: absolute; bottom: 100%; left: 0; display: none", "display: block"),
}  # fmt: skip
MENU_STEPS = f"click Menu; click Open it; {SHOWN}; click Open it; click Menu; click Far; {GONE}; click Far; click Menu"
# Small things at the edge of the window.
TOASTS = {
    "bottom right": "position: fixed; bottom: 20px; right: 20px; width: 300px",
    "Bootstrap": "position: fixed; bottom: 0; right: 0; z-index: 1090; width: max-content; max-width: 100%; pointer-events: none",
    "Tailwind": "position: fixed; bottom: 1rem; right: 1rem; z-index: 50",
    "top right": "position: fixed; top: 1rem; right: 1rem; max-width: 320px",
    "snack bar": "position: fixed; left: 50%; bottom: 30px; min-width: 250px; margin-left: -125px; z-index: 1",
    "bottom bar": "position: fixed; left: 0; right: 0; bottom: 0; height: 60px",
    "centred": "position: fixed; bottom: 2rem; left: 50%; transform: translateX(-50%)",
    "round button": "position: fixed; bottom: 24px; right: 24px; width: 56px; height: 56px; border-radius: 50%",
}  # fmt: skip
TOAST_STEPS = f"click Page; click Undo; {SHOWN}; click Undo; click Page; hover Undo; {GONE}; click Page"
# What stays at the top.
HEADS = {
    "sticky": "position: sticky; top: 0; z-index: 10",
    "Bootstrap sticky": "position: sticky; top: 0; z-index: 1020; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between",
    "fixed with room": "position: fixed; top: 0; left: 0; right: 0; height: 56px; z-index: 1030} .main {padding-top: 80px",
    "Bulma fixed": "position: fixed; left: 0; right: 0; top: 0; z-index: 30; min-height: 3.25rem} .main {padding-top: 4.5rem",
    "fixed without room": "position: fixed; top: 0; left: 0; width: 100%; height: 200px",
    "relative": "position: relative; z-index: 5; display: flex; gap: 1rem",
    "fixed with a margin": "position: fixed; top: 0; width: 100%; height: 3rem} .main {margin-top: 5rem",
    "sticky at the side": "position: sticky; top: 1rem; align-self: flex-start; float: left; width: 200px",
}  # fmt: skip
HEAD_STEPS = "click Logo; click Page; fill Name := a; click Far; click Logo; hover Page"
BARE = re.compile(r"\[(\w[\w ]*)\]")


def _tell(markup: str) -> str:
    """`[Save]` is a button that says that it was clicked."""
    return BARE.sub(r'<button ui-event-click="saw(_)" ui-event-click-value="\1">\1</button>', markup)


def _switched(name: str, rules: tuple[str, str], markup: str, steps: str) -> tuple[str, str, str]:
    closed, shown = rules
    return name, _tell(f"<style>.box {{{closed}}} .box.on {{{shown}}}</style>{markup}"), steps


OVER = '<div class="box" ui-class-on="on"><div class="win"><p>Sure?</p>[OK] [Cancel]</div></div>'
PAGE = "<main><h1>Title</h1><p>Text</p>[Page] <label><input type=checkbox> Agree</label> <label>Name <input></label></main>"
SIDE = '<nav class="box" ui-class-on="on"><h2>Menu</h2>[Link]</nav>'
FAR = '<div style="margin-left: 700px">[Far]</div>'
FOLD = '<section><h2>One</h2><div class="box" ui-class-on="on"><div class="in" style="min-height: 0; overflow: hidden"><p>Body</p>[In] <label><input type=checkbox> Yes</label> <label>Word <input></label></div></div></section>[Below]<p>End</p>'
MENU = '<div style="position: relative; display: inline-block">[Menu]<ul class="box" ui-class-on="on" style="margin: 0"><li>[Open it]</li><li>Close</li></ul></div><p style="margin-top: 300px">[Far]</p>'
_ROWS = "".join(f"<div class=r>[Row {number}]</div>" for number in range(1, 31))
_LONG = "<style>.r{{height:40px}}.b{{{rules}}}</style>" + _ROWS + "<div class=b>[Done]</div>> "
INSIDE = {
    # Windows in the middle of what is around them.
    "Bootstrap modal and backdrop": '<style>.backdrop{position:fixed;top:0;left:0;z-index:1050;width:100vw;height:100vh;background:#000;opacity:.5;display:none}.modal{position:fixed;top:0;left:0;z-index:1055;display:none;width:100%;height:100%;overflow:auto}.dialog{position:relative;width:auto;margin:.5rem auto;max-width:500px;pointer-events:none}.content{position:relative;display:flex;flex-direction:column;width:100%;pointer-events:auto}.on{display:block}</style>[Page]<div class="modal" ui-class-on="on"><div class="dialog"><div class="content"><p>Body</p>[OK]</div></div></div><div class="backdrop" ui-class-on="on"></div>> click Page; lua c.on = true; click OK; click Page; hover Page; lua c.on = false; click Page',
    "Bulma modal": '<style>.modal{position:fixed;inset:0;z-index:40;display:none;flex-direction:column;align-items:center;justify-content:center;overflow:hidden}.on{display:flex}.back{position:absolute;inset:0;background:#0008}.card{position:relative;margin:0 20px;max-height:calc(100vh - 160px);overflow:auto;width:100%}.close{position:fixed;top:20px;right:20px;width:40px;height:40px}</style>[Page]<div class="modal" ui-class-on="on"><div class="back" ui-event-click="saw(_)" ui-event-click-value="back"></div><div class="card">[OK]</div><div class="close">[X]</div></div>> click Page; lua c.on = true; click OK; click X; click Page; lua c.on = false; click Page; click OK',
    "Foundation reveal": '<style>.over{position:fixed;top:0;right:0;bottom:0;left:0;z-index:1005;display:none;overflow-y:auto}.reveal{z-index:1006;position:relative;top:100px;margin:0 auto;width:600px;backface-visibility:hidden}.on{display:block}</style>[Page]<div class="over" ui-class-on="on"><div class="reveal">[OK]</div></div>> lua c.on = true; click OK; click Page; lua c.on = false; click Page',
    "backdrop before its window": '<style>.back{position:fixed;inset:0}.win{position:fixed;top:50%;left:50%;transform:translate(-50%,-50%)}</style>[Page]<div ui-class-hidden="x"><div class="back"></div><div class="win">[OK]</div></div>> click OK; click Page',
    "backdrop behind its window in the code": '<style>.back{position:fixed;inset:0}.win{position:fixed;top:50%;left:50%;transform:translate(-50%,-50%)}</style>[Page]<div class="win">[OK]</div><div class="back"></div>> click OK; click Page',
    "window raised over a later backdrop": '<style>.back{position:fixed;inset:0;z-index:10}.win{position:fixed;top:50%;left:50%;transform:translate(-50%,-50%);z-index:11}</style>[Page]<div class="win">[OK]</div><div class="back"></div>> click OK; click Page',
    "window in a layer below the backdrop": '<style>.app{position:relative;z-index:1}.back{position:fixed;inset:0;z-index:10}.win{position:fixed;top:0;left:0;z-index:9999}</style><div class="app">[Page]<div class="win">[OK]</div></div><div class="back"></div>> click OK; click Page',
    "button raised out of the backdrop": '<style>.back{position:fixed;inset:0;z-index:10}.up{position:relative;z-index:20}</style><span class="up">[Up]</span> [Page]<div class="back"></div>> click Up; click Page',
    "pseudo element as a backdrop": '<style>.win.on::before{content:"";position:fixed;inset:0}.win{position:relative}</style>[Page]<div class="win" ui-class-on="on">[OK]</div>> click Page; lua c.on = true; click Page; click OK',
    "shade by a shadow": '<style>.win{position:fixed;top:30%;left:40%;width:20%;box-shadow:0 0 0 100vmax #0008}</style>[Page]<div class="win">[OK]</div>> click Page; click OK',
    "loading over a card": '<style>.card{position:relative}.wait{position:absolute;inset:0;display:none}.on{display:block}</style><div class="card">[Save]<div class="wait" ui-class-on="on"></div></div>[Page]> click Save; lua c.on = true; click Save; click Page; lua c.on = false; click Save',
    "loading over a card by a pseudo element": '<style>.card{position:relative}.on::after{content:"";position:absolute;inset:0}</style><div class="card" ui-class-on="on">[Save]</div>[Page]> click Save; lua c.on = true; click Save; click Page; lua c.on = false; click Save',
    "loading over a button": '<style>button{position:relative}.on::after{content:"";position:absolute;inset:0}</style><button ui-class-on="on" ui-event-click="hit()">Save</button>> click Save; lua c.on = true; click Save',
    "loading that lets through": '<style>.card{position:relative}.wait{position:absolute;inset:0;pointer-events:none}</style><div class="card">[Save]<div class="wait"></div></div>> click Save',
    "spinner in a button": '<style>.spin{position:absolute;inset:0;margin:auto;width:1em;height:1em}</style><button style="position:relative" ui-event-click="hit()">Save<i class="spin"></i></button>> click Save',
    # Cards and links.
    "stretched link": '<style>.card{position:relative}.go::after{position:absolute;top:0;right:0;bottom:0;left:0;z-index:1;content:""}</style><div class="card"><h3>Card</h3><p>Words</p>[Like]<a class="go" href="#card" ui-event-click="saw(_)" ui-event-click-value="go">Open</a></div>[Page]> click Open; click Like; click Words; click Page',
    "stretched link with a raised button": '<style>.card{position:relative}.go::after{position:absolute;inset:0;content:""}.up{position:relative;z-index:2}</style><div class="card"><a class="go" href="#card" ui-event-click="saw(_)" ui-event-click-value="go">Open</a><p>Words</p><div class="up">[Like]</div></div>> click Open; click Like; click Words',
    "link with a span over the card": '<style>.card{position:relative}.all{position:absolute;inset:0}</style><div class="card"><p>Words</p><a href="#c" ui-event-click="saw(_)" ui-event-click-value="go"><span class="all"></span>Open</a></div>[Page]> click Open; click Words; click Page',
    "card that is a link": '<a href="#c" style="display:block;padding:1rem" ui-event-click="hit()"><h3>Card</h3><p>Words</p></a>> click Words; click Card',
    "badge in a corner": '<div style="position:relative;display:inline-block">[Mail]<span style="position:absolute;top:-8px;right:-8px">3</span></div>> click Mail',
    "close in a corner": '<div style="position:relative;padding:2rem"><span style="position:absolute;top:0;right:0">[X]</span><p>Words</p>[OK]</div>> click X; click OK; click Words',
    "picture with a caption": '<figure style="position:relative;overflow:hidden;height:200px"><figcaption style="position:absolute;bottom:0;left:0;right:0">[Zoom]</figcaption></figure>[Page]> click Zoom; click Page',
    # Fields.
    "floating label": '<style>.f{position:relative}.f label{position:absolute;top:0;left:0;height:100%;padding:1rem;pointer-events:none;z-index:2}.f input{padding:1rem}</style><div class="f"><input id=n placeholder=" " ui-value="v"><label for=n>Name</label></div>> click #n; type a; click Name; type b; fill Name := x',
    "icon in a field": '<div style="position:relative"><i style="position:absolute;left:8px;top:8px;pointer-events:none">i</i><input aria-label=Find style="padding-left:2rem"></div>> click Find; type a',
    "button in a field": '<div style="position:relative;width:400px"><input aria-label=Find style="width:100%;padding-right:3rem"><span style="position:absolute;right:4px;top:2px">[Clear]</span></div>> click Find; type a; click Clear',
    "own check box": '<style>.c input{position:absolute;opacity:0;width:0;height:0}.c i{display:inline-block;width:20px;height:20px;background:#ddd}</style><label class="c"><input type=checkbox ui-value="on"><i></i> Agree</label>> check Agree; uncheck Agree; click Agree',
    "check box for screen readers only": '<style>.sr{position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip:rect(0,0,0,0);border:0}</style><label><input class="sr" type=checkbox ui-value="on"> Agree</label> <input class="sr" type=checkbox id=z><label for=z>Other</label>> check Agree; uncheck Agree; check Other; click Other',
    "switch": '<style>.s{position:relative;display:inline-block;width:60px;height:34px}.s input{opacity:0;width:0;height:0}.k{position:absolute;cursor:pointer;inset:0;background:#ccc}</style><label class="s"><input type=checkbox aria-label=Wifi ui-value="on"><span class="k"></span></label>> check Wifi; uncheck Wifi; click Wifi',
    "switch of the kits": '<style>.s input{position:absolute;margin-bottom:0;opacity:0}.s i{position:relative;display:block;width:4rem;height:2rem}</style><div class="s"><input id=w type=checkbox ui-value="on"><label for=w><i></i><span>Wifi</span></label></div>> check Wifi; uncheck Wifi',
    "file field behind a button": '<style>.u{position:relative;overflow:hidden;display:inline-block}.u input{position:absolute;left:0;top:0;opacity:0}</style><div class="u">[Choose]<input type=file aria-label=File></div>> click Choose',
    "stars by radios": '<style>.st{display:flex;flex-direction:row-reverse;justify-content:flex-end}.st input{position:absolute;opacity:0;pointer-events:none}</style><div class="st"><input type=radio name=q id=q2><label for=q2>Two</label><input type=radio name=q id=q1><label for=q1>One</label></div>> check Two; check One; click Two',
    "radio cards": '<style>.r input{position:absolute;opacity:0}.r{display:inline-block;padding:1rem;border:1px solid}</style><label class=r><input type=radio name=p value=a ui-value=v>Small</label> <label class=r><input type=radio name=p value=b ui-value=v>Large</label>> check Small; check Large; click Small',
    "skip link": '<style>.skip{position:absolute;left:-999px}.skip:focus{left:0}</style><a class=skip href="#m" ui-event-click="hit()">Skip</a>[Page]<div id=m>M</div>> click Skip; click Page; focus Skip; click Skip',
    "skip link for screen readers": '<style>.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}</style><a class=skip href="#m" ui-event-click="hit()">Skip</a>[Page]<div id=m>M</div>> click Skip; press Tab; focus Skip; click Skip',
    "hidden words": '<style>.sr{position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap;border:0}</style><button ui-event-click="hit()"><span aria-hidden=true>x</span><span class=sr>Close</span></button><h2 class=sr>Section</h2>> click Close; click Section; hover Section',
    "replaced words": '<style>.i{text-indent:-9999px;overflow:hidden;width:40px;height:40px;display:block}</style><a class=i href="#h" ui-event-click="hit()">Home</a>> click Home',
    # Tabs and carousels.
    "tabs by radios": '<style>.t{position:absolute;left:-9999px}.p{display:none}#t1:checked~.p1,#t2:checked~.p2{display:block}</style><input class=t type=radio name=t id=t1 checked><label for=t1>One</label><input class=t type=radio name=t id=t2><label for=t2>Two</label><div class="p p1">[First]</div><div class="p p2">[Second]</div>> click First; click Second; check Two; click Second; click One',
    "panels over each other": '<style>.ps{position:relative;height:200px}.p{position:absolute;inset:0}.p2{opacity:0}.on.p2{opacity:1}</style><div class=ps><div class="p p1">[First]</div><div class="p p2" ui-class-on="on">[Second]</div></div>> click First; click Second',
    "panels by layers": '<style>.ps{position:relative;height:200px}.p{position:absolute;inset:0;z-index:0}.on{z-index:1}.p1{z-index:0}</style><div class=ps><div class="p p2" ui-class-on="on">[Second]</div><div class="p p1">[First]</div></div>> click First; click Second; lua c.on = true; click First; click Second',
    "panels that let through": '<style>.ps{position:relative;height:200px}.p{position:absolute;inset:0;opacity:0;pointer-events:none}.on{opacity:1;pointer-events:auto}</style><div class=ps><div class="p on">[First]</div><div class=p ui-class-on="on">[Second]</div></div>> click First; click Second; lua c.on = true; click Second; click First',
    "carousel by translation": '<style>.v{overflow:hidden;width:600px}.tr{display:flex}.tr.on{transform:translateX(-100%)}.s{flex:0 0 100%}</style><div class=v><div class=tr ui-class-on="on"><div class=s>[One]</div><div class=s>[Two]</div></div></div>[Next]> click One; lua c.on = true; click Two; click One; click Next',
    "carousel of Bootstrap": '<style>.in{position:relative;width:100%;overflow:hidden}.it{position:relative;display:none;float:left;width:100%;margin-right:-100%;backface-visibility:hidden}.it.on{display:block}.ctl{position:absolute;top:0;bottom:0;right:0;z-index:1;width:15%}</style><div style="position:relative"><div class=in><div class="it on">[One]</div><div class=it>[Two]</div></div><div class=ctl>[Next]</div></div>> click One; click Next; click Two',
    "carousel to scroll": '<style>.v{display:flex;overflow-x:auto;scroll-snap-type:x mandatory;width:300px}.s{flex:none;width:300px}</style><div class=v><div class=s>[One]</div><div class=s>[Two]</div><div class=s>[Three]</div></div>> click One; click Three; click Two',
    "slides over each other": '<style>.v{position:relative;height:100px}.s{position:absolute;inset:0;visibility:hidden}.s.on{visibility:visible}</style><div class=v><div class="s on">[One]</div><div class=s ui-class-on="on">[Two]</div></div>> click One; click Two; lua c.on = true; click Two; click One',
    # Menus by states.
    "menu on hover": '<style>.d{position:relative;display:inline-block}.m{display:none;position:absolute;left:0;top:100%}.d:hover .m{display:block}</style><div class=d>[Menu]<div class=m>[Item]</div></div>> hover Menu; click Item; hover After; click Item',
    "menu on hover by opacity": '<style>.d{position:relative;display:inline-block}.m{opacity:0;visibility:hidden;position:absolute;left:0;top:100%}.d:hover .m{opacity:1;visibility:visible}</style><div class=d>[Menu]<div class=m>[Item]</div></div>> hover Menu; click Item; hover After; click Item',
    "menu on focus": '<style>.d{position:relative;display:inline-block}.m{display:none;position:absolute}.d:focus-within .m{display:block}</style><div class=d>[Menu]<div class=m>[Item]</div></div>> click Menu; click Item; click After',
    "menu by a check box": '<style>#h{position:absolute;left:-9999px}.m{max-height:0;overflow:hidden}#h:checked~.m{max-height:20em}</style><input type=checkbox id=h aria-label=Burger><label for=h>=</label><div class=m>[Item]</div>[Page]> click Item; check Burger; click Item; click Page; uncheck Burger; click Item',
    "drawer with a backdrop": '<style>.dr{position:fixed;top:0;left:0;bottom:0;width:280px;z-index:20;transform:translateX(-100%)}.bk{position:fixed;inset:0;z-index:10;display:none}.dr.on{transform:none}.bk.on{display:block}</style>[Page]<div class=dr ui-class-on="on">[Link]</div><div class=bk ui-class-on="on"></div>> click Page; lua c.on = true; click Page; click Link; lua c.on = false; click Page; click Link',
    "tooltip": '<style>.t{position:relative}.t i{position:absolute;bottom:125%;left:50%;visibility:hidden}.t:hover i{visibility:visible}</style><p>Line</p><span class=t>[Help]<i>Hint</i></span>> hover Help; click Help; hover After; click Help',
    # Ordinary pages.
    "grid page": '<style>.g{display:grid;grid-template-columns:200px 1fr;grid-template-rows:auto 1fr auto;min-height:90vh}.h,.f{grid-column:1/-1}</style><div class=g><header class=h>[Logo]</header><nav>[Link]</nav><main>[Page]</main><footer class=f>[Foot]</footer></div>> click Logo; click Link; click Page; click Foot',
    "grid with areas": '<style>.g{display:grid;grid-template-areas:"h h" "n m";gap:1rem}.h{grid-area:h}.n{grid-area:n}.m{grid-area:m}</style><div class=g><header class=h>[Logo]</header><nav class=n>[Link]</nav><main class=m>[Page]</main></div>> click Logo; click Link; click Page',
    "flex page": '<style>.x{display:flex;min-height:80vh}.x main{flex:1;overflow:auto}</style><div class=x><aside style="width:220px">[Link]</aside><main>[Page]<p style="height:1500px">Long</p>[End]</main></div>> click Link; click Page; click End; click Page',
    "box that scrolls": '<div style="height:100px;overflow:auto">[Top]<div style="height:400px"></div>[Low]</div>[Page]> click Top; click Low; click Page; click Top',
    "box that cuts off": '<div style="height:100px;overflow:hidden">[Top]<div style="height:400px"></div>[Low]</div>[Page]> click Top; click Page',
    "one line": '<p style="overflow:hidden;white-space:nowrap;text-overflow:ellipsis;width:200px">Words and more words</p>[Page]> click Page',
    "round picture": '<button style="border-radius:50%;overflow:hidden;width:40px;height:40px;padding:0" ui-event-click="hit()">A</button>> click A',
    "rounded card": '<div style="border-radius:8px;overflow:hidden;border:1px solid"><h3>Card</h3>[Go]</div>> click Go; click Card',
    "long page": '<div style="height:3000px">[Top]</div>[Low]> click Top; click Low; click Top',
    "moved a little": '<div style="transform:translateY(-2px)">[Go]</div><div style="position:relative;top:4px;left:10px">[Shift]</div>> click Go; click Shift',
    "button that moves on hover": '<style>.b:hover{transform:translateY(-1px) scale(1.05)}</style><button class=b ui-event-click="hit()">Go</button>> hover Go; click Go',
    "columns of floats": '<style>.c{float:left;width:50%}.row::after{content:"";display:table;clear:both}</style><div class=row><div class=c>[One]</div><div class=c>[Two]</div></div>[Page]> click One; click Two; click Page',
    "negative margins of a row": '<style>.row{display:flex;flex-wrap:wrap;margin:0 -12px}.row>*{padding:0 12px;width:50%;box-sizing:border-box}</style><div class=row><div>[One]</div><div>[Two]</div></div>> click One; click Two',
    "rotated": '<div style="transform:rotate(3deg);display:inline-block">[Go]</div>> click Go',
    "picture behind": '<div style="position:relative;z-index:0"><div style="position:absolute;inset:0;z-index:-1"></div>[Go]</div>> click Go',
    "watermark": '<div style="position:fixed;inset:0;pointer-events:none;z-index:9999;opacity:.1">Draft</div>[Go]> click Go; click Draft',
    "ribbon": '<div style="position:fixed;inset:0;z-index:-1"></div>[Go]> click Go',
    "media row": '<div style="display:flex;gap:1rem;align-items:center"><div style="width:48px;height:48px;border-radius:50%;overflow:hidden"></div><div><b>Ada</b><p>Hi</p></div>[Reply]</div>> click Reply; click Hi',
    "table that scrolls": '<div style="overflow-x:auto"><table style="width:100%"><tr><th style="position:sticky;top:0">Name</th><th>Do</th></tr><tr><td>Ada</td><td>[Edit]</td></tr></table></div>> click Edit; click Ada',
    "kanban": '<div style="display:flex;overflow-x:auto;gap:1rem"><div style="flex:0 0 280px"><h3>Todo</h3>[A]</div><div style="flex:0 0 280px"><h3>Doing</h3>[B]</div><div style="flex:0 0 280px"><h3>Done</h3>[C]</div></div>> click A; click B; click C',
    "chat": '<div style="height:300px;display:flex;flex-direction:column"><div style="flex:1;overflow-y:auto"><p>Hello</p>[Reply]</div><form style="position:sticky;bottom:0"><input aria-label=Message>[Send]</form></div>> click Reply; fill Message := a; click Send',
    "player bar": '<div style="padding-bottom:80px"><p>List</p>[Track]</div><div style="position:fixed;bottom:0;left:0;right:0;height:64px;display:flex">[Play][Next]</div>> click Track; click Play; click Next',
    "button without events": '<button style="pointer-events:none" ui-event-click="hit()">Off</button><div style="pointer-events:none">[In] <span style="pointer-events:auto">[On]</span></div>> click Off; click In; click On',
    "nothing to see": '<button style="width:0;height:0;padding:0;border:0;overflow:hidden" ui-event-click="hit()">Tiny</button><button style="opacity:0" ui-event-click="hit()">Clear</button><button style="transform:scale(0)" ui-event-click="hit()">Small</button>> click Tiny; click Clear; click Small; fill Tiny := a',
    "fields out of sight": '<div style="position:absolute;left:-9999px"><label>Far <input></label></div><div style="height:0;overflow:hidden"><label>Flat <input></label></div><div style="transform:scale(0)"><label>Nil <input></label></div>> fill Far := a; fill Flat := b; fill Nil := c; press x; clear Far',
    "honeypot": '<div style="position:absolute;left:-5000px" aria-hidden=true><input name=url tabindex=-1></div><label>Mail <input></label>[Send]> fill Mail := a; click Send',
    "lists in a closed box": '<div style="max-height:0;overflow:hidden"><label>Pick <select><option>A<option>B</select></label></div>> choose Pick := B',
    "steps of a wizard": '<style>.st{position:absolute;left:0;right:0;opacity:0;visibility:hidden}.st.on{position:relative;opacity:1;visibility:visible}</style><div class="st on">[One]</div><div class=st ui-class-on="on">[Two]</div>> click One; click Two; lua c.on = true; click Two; click One',
    # What is seen of a page that is higher than the window.
    "bar over the end of a long list": _LONG.format(rules="position:fixed;left:0;right:0;bottom:0;height:60px") + "click Row 3; click Row 20; click Done",
    "bar over a long list, last row": _LONG.format(rules="position:fixed;left:0;right:0;bottom:0;height:60px") + "click Row 30; click Row 1",
    "bar over the start of a long list": _LONG.format(rules="position:fixed;left:0;right:0;top:0;height:60px") + "click Row 1; click Row 5; click Row 25; click Row 5",
    "bar over a long list after keys": _LONG.format(rules="position:fixed;left:0;right:0;bottom:0;height:60px") + "click Row 2; press End; click Row 2",
    "bar over a long list after focus": _LONG.format(rules="position:fixed;left:0;right:0;bottom:0;height:60px") + "focus Row 4; click Row 6; focus Row 29; click Row 6",
    "small button over a long list": _LONG.format(rules="position:fixed;right:20px;bottom:20px;width:150px") + "click Row 2; click Done; click Row 16; click Row 2",
    # What hangs over an edge, or is pushed over one.
    "circle that opens": '<style>.c{clip-path:circle(0% at 50% 50%);width:200px;height:80px}.c.on{clip-path:circle(100% at 50% 50%)}</style><div class=c ui-class-on="on">[In]</div>[Page]> click In; lua c.on = true; click In; click Page',
    "circle that leaves a part": '<style>.c{clip-path:circle(40% at 50% 50%);width:200px;height:80px}</style><div class=c>[In]</div>[Page]> click In; click Page',
    "bell with a count": '<button style="position:relative" ui-event-click="hit()">Bell<span style="position:absolute;top:-6px;right:-6px">3</span></button> [Poke] [More]> click Bell; click Poke; click More',
    "count far over the edge": '<button style="position:relative" ui-event-click="hit()">Bell<span style="position:absolute;top:-6px;right:-90px">3</span></button> [Poke] [More]> click Bell; click Poke',
    "side bar pushed by a margin": '<style>.l{display:flex;overflow:hidden}.s{width:200px;flex:none;margin-left:-200px}.on .s{margin-left:0}</style><div class=l ui-class-on="on"><aside class=s>[Logs]</aside><main>[Page]</main></div>> click Logs; click Page; lua c.on = true; click Logs; click Page; lua c.on = false; click Logs',
    "row from its end": '<style>.l{display:flex;flex-direction:row-reverse;overflow:hidden;width:600px}.s{width:200px;flex:none;margin-left:-200px}</style><div class=l><aside class=s>[Logs]</aside><main>[Page]</main></div>> click Logs; click Page',
    "dial over its button": '<style>.f{position:fixed;right:24px;bottom:24px;width:56px;height:56px}.d{position:fixed;right:24px;bottom:90px;display:flex;flex-direction:column}</style>[Page]<div class=d>[Note][Photo]</div><button class=f ui-event-click="hit()">New</button>> click Note; click Photo; click New; click Page',
    "list over rows of one height": '<style>.r{position:relative;height:32px}.r ul{position:absolute;top:28px;right:0;width:100%;margin:0;background:#fff;z-index:5}</style><div class=r>[One]<ul><li>[Name]</li><li>[Drop]</li></ul></div><div class=r>[Two]</div><div class=r style="margin-top:200px">[Three]</div>> click One; click Name; click Two; click Three',
}  # fmt: skip


def _inside(name: str, text: str) -> tuple[str, str, str]:
    markup, _, steps = text.rpartition("> ")
    return name, _tell(markup), steps


FAMILY = Family(
    "layouts",
    "",
    about="Modals, drawers, menus, toasts, tabs, carousels as kits of style sheets lay them out",
    more=(
        *(_switched(f"over {name}", rules, PAGE + OVER, COVER_STEPS) for name, rules in COVERS.items()),
        *(_switched(f"over {name} before the page", rules, OVER + PAGE, COVER_STEPS) for name, rules in COVERS.items()),
        *(_switched(f"drawer {name}", rules, f"[Page]{FAR}{SIDE}", DRAWER_STEPS) for name, rules in DRAWERS.items()),
        *(_switched(f"drawer {name} in a layer", rules, f'<div style="position: relative; z-index: 1">[Page]{FAR}</div>{SIDE}', DRAWER_STEPS)
          for name, rules in DRAWERS.items()),
        *(_switched(f"fold {name}", rules, FOLD, FOLD_STEPS) for name, rules in FOLDS.items()),
        *(_switched(f"menu {name}", rules, MENU, MENU_STEPS) for name, rules in MENUS.items()),
        *(_switched(f"toast {name}", (f"{rules}; display: none", "display: block"), '<p>Text</p>[Page]<div class="box" ui-class-on="on"><span style="pointer-events: auto">[Undo]</span></div>', TOAST_STEPS)
          for name, rules in TOASTS.items()),
        *((f"head {name}", _tell(f'<style>.head {{{rules}}}</style><header class="head">[Logo]</header><div class="main"><p>[Page]</p><label>Name <input></label>{FAR}</div>'), HEAD_STEPS)
          for name, rules in HEADS.items()),
        *(_inside(name, text) for name, text in INSIDE.items()),
    ),
)  # fmt: skip
