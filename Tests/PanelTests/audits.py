"""Every page in both themes, wide and narrow: labels, contrast, focus, no sideways scrolling; and its picture."""

import json
import random
from pathlib import Path

from browser import CONTROLS

HERE = Path(__file__).parent
PAGES = {
    "flags": "#/", "new-flag": "#/new", "flag": "#/flags/new_checkout", "json": "#/flags/new_checkout/json",
    "evaluate-flag": "#/flags/new_checkout/evaluate", "impressions": "#/flags/new_checkout/impressions", "segments": "#/segments",
    "segment": "#/segments/staff", "new-segment": "#/new-segment", "evaluate": "#/evaluate", "events": "#/events",
    "devices": "#/devices", "faults": "#/faults", "connect": "#/connect", "missing": "#/flags/no_such_flag",
}
READY = {"flags": ".sparkline", "new-flag": "#flag-key", "flag": ".copyable", "json": "#flag-json", "evaluate-flag": "form option",
         "impressions": ".chart", "segments": "table", "segment": "#delete-segment", "new-segment": "#save", "evaluate": "form option",
         "events": "tbody tr", "devices": ".device", "faults": ".note.good", "connect": ".copyable", "missing": ".empty"}


def fill(server):
    """Some clients that ask and report, the same every time."""
    chance = random.Random(7)
    for turn in range(36):
        user, device = f"user-{turn % 12}", f"6F1A{turn % 6:04}-5E2C-4A17"
        status, answer = server.evaluate(user, device, platform=chance.choice(["linux", "ios"]), app_version=chance.choice(["1.9.0", "2.4.0"]))
        for flag in answer["flags"]:
            if chance.random() < 0.7:
                server.impression(flag["key"], flag["rule_id"], flag["enabled"], user, device)
    server.ask("POST", "/json/1.3/setTags", {"request": {"application": "DEMO0-00001", "hwid": "6F1A0001-5E2C-4A17", "tags": {"plan": "pro", "level": 7}}})


def pages(t):
    flags = json.loads((HERE / "flags.json").read_text())
    audit = (HERE / "audit.js").read_text()
    with t.serve(flags) as server:
        fill(server)
        finds_faults(t, server, audit)
        for dark in (False, True):
            for width in (1280, 360):
                with t.window(server, width=width, dark=dark) as page:
                    for name, path in PAGES.items():
                        where = f"{name}, {'dark' if dark else 'light'}, {width} px"
                        page.open(path)
                        page.find(READY[name])
                        if name == "evaluate-flag":
                            page.fill("[data-path='user_id']", "user-1")
                            page.fill("[data-path='app_version']", "2.4.0")
                            page.press("Evaluate")
                            page.find(".step-list")
                        problems = page.js(audit) + unlabelled(page)
                        t.verify(f"{where}: {'; '.join(problems) or 'well made'}", not problems)
                        page.picture(t.screenshots / f"{name}-{'dark' if dark else 'light'}{'-narrow' if width < 500 else ''}.png")
                        t.calm(page)
                    if width < 500:
                        menu(t, page)
                    theme(t, page)
                    compare(t, server, page, audit, f"{'dark' if dark else 'light'}{'-narrow' if width < 500 else ''}")


def finds_faults(t, server, audit):
    """The audit itself: it finds what is wrong on a page made wrong on purpose."""
    with t.window(server) as page:
        page.find(READY["flags"])
        page.js("""
            const main = document.querySelector("main");
            const add = (tag, words = "") => { const e = document.createElement(tag); e.textContent = words; main.append(e); return e; };
            add("p", "pale").style.color = "#bbb";
            add("h4", "too deep");
            add("input").style.borderColor = "#ddd";
            add("div").style.cssText = "width: 3000px; height: 10px";
            add("p", "twice").id = "page";
            add("button").style.cssText = "width: 10px; height: 10px; min-height: 0; padding: 0";
        """)
        found = "; ".join(page.js(audit) + unlabelled(page))
        t.verify("the audit finds low contrast, a skipped heading, a pale border, sideways scrolling, a double id, a small target and missing names",
                 all(words in found for words in ("contrast 1.", "after a heading of level", "the border of", "scrolls sideways", "comes twice", "too small", "no name: <input", "no name: <button")))
        page.open("#/")
        page.press("Kill dark_mode")
        toast = page.find(".toast")
        t.verify("with reduced motion nothing moves", page.js("return getComputedStyle(arguments[0]).animationName", toast) == "none")
        page.media(reduced_motion=False)
        t.verify("without it messages rise", page.js("return getComputedStyle(arguments[0]).animationName", toast) == "rise")
        page.press("Undo")
        page.labelled("Kill dark_mode")
        t.calm(page)


def unlabelled(page, within="body"):
    """Visible controls without an accessible name; behind a dialog nothing has one."""
    return page.js("""
        const [within, controls] = arguments;
        return [...document.querySelector(within).querySelectorAll(controls)]
          .filter((e) => e.checkVisibility() && e.computedName.trim() === "").map((e) => `no name: ${e.outerHTML.slice(0, 120)}`);
    """, within, CONTROLS)


def menu(t, page):
    page.open("#/")
    t.verify("on a narrow screen the pages are behind a menu", not page.all("#navigation a")[0].is_displayed())
    page.press("Menu")
    page.press("Faults")
    page.text("Switch on a fault", "main")
    t.verify("the menu leads to a page and closes", not page.all("#navigation a")[0].is_displayed())


def theme(t, page):
    background = lambda: page.js("return getComputedStyle(document.body).backgroundColor")
    page.open("#/")
    seen = {}
    for choice in ("light", "dark"):
        page.choose("#theme", choice)
        seen[choice] = background()
    page.open("#/")
    t.verify("the switch sets the theme, and it is kept", seen["light"] != seen["dark"] and background() == seen["dark"])
    page.choose("#theme", "")


def compare(t, server, page, audit, name):
    """The dialog of a conflict, with its picture."""
    page.open("#/flags/survey")
    page.fill("#flag-name", "Mine")
    flag = server.flag("survey")
    server.ask("PUT", "/admin/flags/survey", flag | {"name": f"Theirs {name}"})
    page.find("#compare")
    page.click("#save")
    page.find("dialog")
    problems = page.js(audit) + unlabelled(page, "dialog")
    t.verify(f"conflict, {name}: {'; '.join(problems) or 'well made'}", not problems)
    page.driver.save_screenshot(str(t.screenshots / f"conflict-{name}.png"))
    page.press("Take theirs")
    t.calm(page)


ALL = [pages]
