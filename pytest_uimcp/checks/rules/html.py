"""The words of HTML that rules know: elements, attributes and events."""

from __future__ import annotations

from typing import Final

ELEMENTS: Final = frozenset(
    """
    a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col
    colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1
    h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math
    menu meta meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp
    script search section select selectedcontent slot small source span strike strong style sub summary sup svg table
    tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr
    """.split()
)
# Those that every element has.
GLOBAL_ATTRIBUTES: Final = frozenset(
    """
    accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts hidden id
    inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style
    tabindex title translate virtualkeyboardpolicy writingsuggestions xmlns
    """.split()
)
ATTRIBUTES: Final = GLOBAL_ATTRIBUTES | frozenset(
    """
    abbr accept accept-charset action align allow allowfullscreen alt async autocomplete autoplay bgcolor border
    cellpadding cellspacing charset checked cite color cols colspan content controls coords crossorigin data datetime
    default defer dirname disabled download enctype face fetchpriority for form formaction formenctype formmethod
    formnovalidate formtarget frameborder headers height high href hreflang http-equiv imagesizes imagesrcset integrity
    ismap kind label list loading loop low max maxlength media method min minlength multiple muted name novalidate open
    optimum pattern ping placeholder playsinline popovertarget popovertargetaction poster preload readonly referrerpolicy
    rel required reversed rows rowspan sandbox scope selected shape size sizes span src srcdoc srclang srcset start step
    summary target type usemap valign value width wrap
    """.split()
)
EVENTS: Final = frozenset(
    """
    abort animationcancel animationend animationiteration animationstart auxclick beforeinput beforematch beforetoggle
    blur cancel canplay canplaythrough change click close command compositionend compositionstart compositionupdate
    contextlost contextmenu contextrestored copy cuechange cut dblclick drag dragend dragenter dragleave dragover
    dragstart drop durationchange emptied ended error focus focusin focusout formdata fullscreenchange fullscreenerror
    gotpointercapture input invalid keydown keypress keyup load loadeddata loadedmetadata loadstart lostpointercapture
    mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel paste pause play playing pointercancel
    pointerdown pointerenter pointerleave pointermove pointerout pointerover pointerup progress ratechange reset resize
    scroll scrollend search securitypolicyviolation seeked seeking select selectionchange selectstart slotchange stalled
    submit suspend timeupdate toggle touchcancel touchend touchmove touchstart transitioncancel transitionend
    transitionrun transitionstart volumechange waiting wheel
    """.split()
)
