"""What people do with the panel, from the first flag to a conflict; each function is one scenario with a server of its own."""

import json
import os

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from programs import Flagctl

DEMO = {"applications": [{"code": "DEMO0-00001", "featureFlags": True}]}
BETA = {"all": [{"attribute": "app_version", "op": "at-least", "value": "2.0.0", "as": "version"}]}


def document(*flags, **segments):
    return DEMO | {"segments": segments, "flags": list(flags)}


def rule(name, **more):
    return {"id": name, "rollout": 100} | more


def newcomer(t):
    """Somebody who reads nothing but the page makes a flag, rolls it out, sees a client get it, and kills it."""
    with t.serve({}) as server, t.window(server) as page:
        flagctl = Flagctl(t.flagctl, server)
        page.text("Make a flag.", "main")
        page.click("main a[href='#/connect']")
        page.text("There is no application yet", "main")
        page.fill("#new-application", "DEMO0-00001")
        page.press("Add")
        page.text(f"FLAGCTL_BASE_URL={server.url}/json/1.3/", "main")
        t.verify("the page Connect makes an application and shows the command line for this server",
                 server.ask("GET", "/admin/applications")[1]["applications"][0]["code"] == "DEMO0-00001")
        page.go("#/")
        page.press("Make the first flag")
        page.fill("#flag-key", "new_checkout")
        page.fill("#flag-name", "New checkout")
        for index, (key, kind, value) in enumerate([("button_color", "string", "blue"), ("max_items", "number", "3")]):
            page.click("#add-property")
            page.fill(f"[data-path='properties[{index}].key']", key)
            page.choose(f"[data-path='properties[{index}].type']", kind)
            page.fill(f"[data-path='properties[{index}].default']", value)
        page.click("#add-rule")
        page.choose("[data-path='rules[0]']", "segment")
        page.press("New segment…")
        page.fill("dialog [data-path='name']", "beta")
        page.fill("dialog [aria-label='Value']", "2.0.0")
        page.press("Make the segment")
        page.gone("dialog")
        page.wait(lambda: page.find("[data-path='rules[0].segment']").get_property("value") == "beta", "the segment to be chosen")
        page.fill("[data-path='rules[0].rollout']", "100")
        page.press("Give button_color a value of its own")
        page.fill("[data-path='rules[0].properties.button_color']", "green")
        page.click("#save")
        page.text("new_checkout is made")
        flag = server.flag("new_checkout")
        t.verify("a newcomer makes new_checkout with two properties, for the segment beta",
                 [p["key"] for p in flag["properties"]] == ["button_color", "max_items"] and flag["rules"][0]["segment"] == "beta"
                 and flag["rules"][0]["properties"] == {"button_color": "green"})
        flagctl.run("refresh")
        t.verify("a client of the segment gets it", "green" in flagctl.run("get", "new_checkout")[1])
        page.click("#tab-impressions")
        page.text("No impressions yet", "main")
        flagctl.run("impression", "new_checkout")
        page.text(flag["rules"][0]["id"], "main")
        page.text("1 on, 0 off in all", "main")
        t.verify("its impression appears under its branch while the page is open", True)
        page.click("#switch-flag")
        page.text("is killed: off for everyone")
        flagctl.run("refresh")
        t.verify("the client sees the kill", flagctl.run("enabled", "new_checkout")[0] == 1)
        flagctl.run("impression", "new_checkout")
        page.text("1 on, 1 off in all", "main")
        t.verify("the killed branch is counted apart", "killed" in page.find("table.branches").text)
        page.go("#/events")
        page.text("1 on, 1 off", "main")
        page.go("#/devices")
        page.text("panel-user", "main")
        t.verify("the events and the device are there", True)
        t.calm(page)


def property_types(t):
    """A flag with a property of each type; what nobody touched keeps its text."""
    exact = '{"big":1e400,"long":12345678901234567890.5,"small":1.10}'
    text = json.dumps(document()).replace('"flags": []', '"flags":[{"key":"exact","properties":[{"key":"o","type":"object","default":%s}],"rules":[{"id":"r_1","rollout":12.5,"properties":{"o":%s}}],"default":{"enabled":true,"properties":{"o":%s}}}]' % (exact, exact, exact))
    with t.serve(text) as server, t.window(server, "#/new") as page:
        page.fill("#flag-key", "typed")
        values = [("s", "string", 'say "hi"'), ("n", "number", "12345678901234567890.5"), ("b", "bool", "true"),
                  ("o", "object", '{"a": [1.10, 1e400]}'), ("l", "array", "[1, 2]"), ("j", "json", '[{"x": null}]')]
        for index, (key, kind, value) in enumerate(values):
            page.click("#add-property")
            page.fill(f"[data-path='properties[{index}].key']", key)
            page.choose(f"[data-path='properties[{index}].type']", kind)
            if kind == "bool":
                page.choose(f"[data-path='properties[{index}].default']", value)
            else:
                page.fill(f"[data-path='properties[{index}].default']", value)
        page.fill("[data-path='properties[5].key']", "renamed")
        page.click("#add-rule")
        page.find("[data-path='rules[0]']")
        page.text("renamed", ".values")
        t.verify("a click right after typing a name is not lost, and the rules know the new name", True)
        page.press("Remove rule 1")
        page.fill("[data-path='properties[1].default']", "twelve")
        page.fill("[data-path='properties[4].default']", "{}")
        page.click("#save")
        page.text("2 things have to be put right", "main")
        t.verify("a value of the wrong type is refused at its field, which gets the focus",
                 [e.get_attribute("data-path") for e in page.all("[aria-invalid=true]")] == ["properties[1].default", "properties[4].default"]
                 and page.focused() == "Default")
        page.fill("[data-path='properties[1].default']", "12345678901234567890.5")
        page.fill("[data-path='properties[4].default']", "[1, 2]")
        page.click("#save")
        page.text("typed is made")
        saved = server.flag("typed")
        t.verify("a flag with a property of each type is saved", [p["type"] for p in saved["properties"]] == [kind for _, kind, _ in values]
                 and saved["properties"][0]["default"] == 'say "hi"' and saved["properties"][2]["default"] is True and saved["properties"][5]["default"] == [{"x": None}])
        before = server.text("/admin/flags/exact")
        page.go("#/flags/exact")
        page.text("exact", "main h1")
        page.fill("#flag-name", "Renamed")
        page.click("#save")
        page.text("Saved.")
        t.verify("numbers that nobody touched keep their very text", "1e400" in before
                 and server.text("/admin/flags/exact") == before.replace('"name":""', '"name":"Renamed"'))
        t.calm(page)


def errors_of_the_server(t):
    """What only the server can know is shown at the field."""
    with t.serve(document({"key": "a", "rules": [rule("r_1", when=BETA)]})) as server, t.window(server, "#/flags/a") as page:
        page.fill("[data-path='rules[0].when.all[0].value']", "not a version")
        page.click("#save")
        page.wait(lambda: page.all("[aria-invalid=true]"), "a field with an error")
        t.verify("an error of the server stands at its field", page.all("[aria-invalid=true]")[0].get_attribute("data-path") == "rules[0].when.all[0].value"
                 and "version" in page.find(".field-error").text)
        page.choose("[data-path='rules[0].when']", "json")
        page.fill("textarea[data-path='rules[0].when']", '{"all": [{"segment": "nobody"}]}')
        page.click("#save")
        page.text("there is no segment", "main")
        t.verify("with the condition as JSON it stands at the text", page.all("[aria-invalid=true]")[0].tag_name == "textarea")
        t.verify("nothing was saved", server.flag("a")["rules"][0]["when"] == BETA)
        t.calm(page)


def order_of_rules(t):
    """Rules are moved by keyboard and by drag."""
    flag = {"key": "a", "rules": [rule(f"r_{n}", rollout=n) for n in (1, 2, 3)]}
    order = lambda page: [e.get_attribute("data-rule") for e in page.all("[data-rule]")]
    with t.serve(document(flag)) as server, t.window(server, "#/flags/a") as page:
        page.wait(lambda: len(page.all("[data-rule]")) == 3, "three rules")
        page.js("arguments[0].focus()", page.labelled("Move rule 3 up"))
        page.keys(Keys.ENTER)
        page.wait(lambda: order(page) == ["r_1", "r_3", "r_2"], "the rule to move")
        t.verify("the focus moves with the rule", page.focused() == "Move rule 2 up")
        page.wait(lambda: "now number 2 of 3" in page.js("return document.getElementById('announcements').textContent"), "the announcement")
        t.verify("the move is announced", True)
        page.keys(Keys.SPACE)
        page.wait(lambda: order(page) == ["r_3", "r_1", "r_2"], "the rule to move again")
        t.verify("at the top the focus goes to the other button", page.focused() == "Move rule 1 down")
        page.size(1280, 2400)
        grips = page.all(".grip")
        ActionChains(page.driver).click_and_hold(grips[2]).move_by_offset(0, -5).move_to_element_with_offset(
            grips[0], 0, -12).move_by_offset(1, 0).release().perform()
        page.wait(lambda: order(page) == ["r_2", "r_3", "r_1"], "the rule to be dragged to the top")
        page.click("#save")
        page.text("Saved.")
        t.verify("drag works too, and the order is saved", [r["id"] for r in server.flag("a")["rules"]] == ["r_2", "r_3", "r_1"])
        t.calm(page)


def rollout(t):
    """A rollout of half: one user is in, another is not, and the panel says why."""
    flag = {"key": "a", "rules": [rule("r_1", segment="beta", rollout=0)], "default": {"enabled": False}}
    with t.serve(document(flag, beta=BETA)) as server, t.window(server, "#/flags/a") as page:
        slider = page.find("input[type=range]")
        slider.send_keys(Keys.END)
        t.verify("the slider sets the number", page.find("[data-path='rules[0].rollout']").get_property("value") == "100")
        page.fill("[data-path='rules[0].rollout']", "101")
        page.click("#save")
        page.text("must be a number from 0 to 100", "main")
        page.fill("[data-path='rules[0].rollout']", "50.25")
        page.click("#save")
        page.text("Saved.")
        t.verify("the number takes hundredths", server.flag("a")["rules"][0]["rollout"] == 50.25)
        page.fill("[data-path='rules[0].rollout']", "50")
        page.click("#save")
        page.wait(lambda: server.flag("a")["rules"][0]["rollout"] == 50, "the rollout to be saved")
        outcomes = {}
        for user in (f"user-{n}" for n in range(40)):
            answer = server.ask("POST", "/admin/evaluate", {"application": "DEMO0-00001", "user_id": user, "hwid": "D", "app_version": "2.1.0", "flag": "a"})[1]
            outcomes.setdefault(answer["flags"][0]["enabled"], user)
        page.click("#tab-evaluate")
        page.fill("[data-path='app_version']", "2.1.0")
        for enabled, words in ((True, "this user is in, so the flag is on"), (False, "this user is not in yet")):
            page.fill("[data-path='user_id']", outcomes[enabled])
            page.press("Evaluate")
            page.text(words, ".answer")
            t.verify(f"evaluated as {'one who is in' if enabled else 'another who is not'}, with the bucket in words",
                     ("On" if enabled else "Off") in page.find(".verdict-head").text and "a rollout of 50 % takes the buckets below 5,000" in page.find(".answer").text)
        page.fill("[data-path='app_version']", "1.0")
        page.press("Evaluate")
        page.text("the condition does not hold", ".answer")
        t.verify("evaluated as one who is not in the segment", "Everyone else" in page.find(".answer").text)
        t.verify("evaluating leaves no trace", server.ask("GET", "/admin/devices")[1]["devices"] == [])
        t.calm(page)


def kill_archive_delete(t):
    """One click kills, another undoes it; archive, restore and delete."""
    with t.serve(document({"key": "a", "rules": [rule("r_1")]}, {"key": "b", "rules": [rule("r_1")]})) as server, t.window(server) as page:
        page.press("Kill a")
        page.wait(lambda: server.flag("a")["killed"], "the kill")
        page.text("Killed", "tr[data-key=a]")
        t.verify("one click on the list kills", server.flag("b")["killed"] is False)
        page.press("Undo")
        page.wait(lambda: not server.flag("a")["killed"], "the revival")
        page.labelled("Kill a")
        t.verify("Undo revives", True)
        page.go("#/flags/a")
        page.click("#archive-flag")
        page.wait(lambda: server.flag("a")["archived"], "the archiving")
        page.find("#restore-flag")
        page.go("#/")
        page.text("1 of 2 flags, 1 archived hidden", "main")
        t.verify("an archived flag leaves the list", not page.all("tr[data-key=a]"))
        page.press("Show archived")
        page.text("Archived", "tr[data-key=a]")
        page.fill("#flag-search", "A")
        page.text("1 of 2 flags", "main")
        page.click("tr[data-key=a] a")
        page.click("#restore-flag")
        page.wait(lambda: not server.flag("a")["archived"], "the restoring")
        t.verify("Restore brings it back", True)
        page.click("#delete-flag")
        page.find("dialog")
        page.keys(Keys.ESCAPE)
        page.gone("dialog")
        t.verify("Escape leaves the dialog, and the focus returns to the button", server.flag("a") is not None and page.focused() == "Delete")
        page.click("#delete-flag")
        page.press("Delete the flag")
        page.wait(lambda: server.flag("a") is None, "the deletion")
        page.wait(lambda: page.js("return location.hash") == "#/", "the list")
        t.verify("Delete asks, then deletes", True)
        t.calm(page)


def conflicts(t):
    """Two panels change one flag: both versions are shown, and nothing typed is lost."""
    with t.serve(document({"key": "a", "name": "old", "rules": [rule("r_1", rollout=10)]})) as server, t.window(server, "#/flags/a") as one, t.window(server, "#/flags/a") as two:
        one.fill("#flag-name", "mine")
        two.fill("[data-path='rules[0].rollout']", "20")
        two.click("#save")
        two.text("Saved.")
        one.text("Your edits are still here and not saved", "main")
        t.verify("an edit elsewhere is told while something is unsaved", one.find("#flag-name").get_property("value") == "mine")
        one.click("#save")
        one.text("Changed elsewhere", "dialog")
        dialog = one.find("dialog").text
        t.verify("a 412 shows both versions field by field", all(words in dialog for words in ("mine", "10 %", "20 %", "you", "they")))
        one.press("Go on editing")
        one.gone("dialog")
        t.verify("going on loses nothing", one.find("#flag-name").get_property("value") == "mine")
        one.click("#save")
        one.press("Take theirs")
        one.wait(lambda: one.find("[data-path='rules[0].rollout']").get_property("value") == "20", "their version")
        one.press("Bring my edits back")
        one.wait(lambda: one.find("#flag-name").get_property("value") == "mine", "my edits")
        t.verify("after taking theirs, mine can be brought back", True)
        server.ask("PUT", "/admin/flags/a", {"name": "third", "rules": []})
        one.find("#compare")
        two.wait(lambda: two.find("#flag-name").get_property("value") == "third", "the other panel to follow")
        t.verify("a panel without edits follows", True)
        server.ask("POST", "/admin/flags/a/kill")
        one.click("#save")
        one.press("Keep mine")
        one.text("Saved.")
        saved = server.flag("a")
        t.verify("keeping mine replaces theirs but undoes no kill", saved["name"] == "mine" and saved["rules"][0]["rollout"] == 10 and saved["killed"])
        one.fill("#flag-name", "survivor")
        server.ask("DELETE", "/admin/flags/a")
        one.click("#compare")
        one.press("Make it again with my edits")
        one.wait(lambda: (server.flag("a") or {}).get("name") == "survivor", "the flag to be made again")
        t.verify("a flag deleted elsewhere can be made again", True)
        t.calm(one)
        t.calm(two)


def unsaved_edits(t):
    """Leaving asks; the JSON view keeps what is no JSON; a kill elsewhere does not disturb edits."""
    with t.serve(document({"key": "a", "rules": [rule("r_1", rollout=10)]})) as server, t.window(server, "#/flags/a") as page:
        page.fill("#flag-name", "typed")
        page.press("Segments")
        page.text("Leave with unsaved edits?", "dialog")
        page.press("Stay")
        page.gone("dialog")
        t.verify("leaving with unsaved edits asks; staying keeps them", page.js("return location.hash") == "#/flags/a" and page.find("#flag-name").get_property("value") == "typed")
        server.ask("POST", "/admin/flags/a/kill")
        page.text("Killed", "main header")
        t.verify("a kill elsewhere shows beneath unsaved edits", page.find("#flag-name").get_property("value") == "typed" and not page.all("#compare"))
        page.click("#tab-json")
        area = page.find("#flag-json")
        t.verify("the JSON view has the edits", '"name": "typed"' in area.get_property("value"))
        page.fill("#flag-json", '{"key": "a", "name": "by hand", "rules": [')
        page.click("#tab-edit")
        page.text("is not a flag yet", "main")
        page.press("Back to the JSON")
        t.verify("a broken text is kept", page.find("#flag-json").get_property("value").endswith("["))
        page.fill("#flag-json", '{"key": "a", "name": "by hand", "killed": true, "properties": [{"key": "n", "type": "number", "default": 1.50}], "rules": [{"id": "r_9", "rollout": 12.50}]}')
        page.click("#tab-edit")
        page.wait(lambda: page.find("[data-path='properties[0].default']").get_property("value") == "1.50", "the form")
        page.keys(Keys.CONTROL, "s")
        page.text("Saved.")
        t.verify("an edit as JSON is saved", server.flag("a")["rules"][0]["id"] == "r_9" and server.flag("a")["name"] == "by hand")
        page.fill("#flag-name", "dropped")
        page.press("Discard")
        page.wait(lambda: page.find("#flag-name").get_property("value") == "by hand", "the saved name")
        page.press("Bring them back")
        page.wait(lambda: page.find("#flag-name").get_property("value") == "dropped", "the edits")
        page.press("Devices")
        page.press("Leave and drop the edits")
        page.text("No device has asked yet", "main")
        t.verify("discarding can be undone, leaving can be forced", server.flag("a")["name"] == "by hand")
        t.calm(page)


def segments(t):
    """Segments are made with the condition editor, show where they are used, and are deleted when they are not."""
    with t.serve(document({"key": "a", "rules": [rule("r_1", segment="beta")]}, beta=BETA)) as server, t.window(server, "#/segments") as page:
        page.text("app_version is at least 2.0.0", "main")
        page.press("New segment")
        page.fill("[data-path='name']", "testers")
        page.choose("[data-path='']", "any")
        page.press("Add a condition")
        page.fill("[data-path='any[1].attribute']", "plan")
        page.choose("[data-path='any[1].op']", "in")
        page.choose("[data-path='any[1].as']", "text")
        page.fill("[data-path='any[1].value']", "pro\nteam")
        page.choose("[data-path='any[0]']", "not")
        page.choose("[data-path='any[0].not']", "segment")
        page.choose("[data-path='any[0].not.segment']", "beta")
        page.press("Add a condition")
        page.choose("[data-path='any[2]']", "saw-flag")
        page.choose("[data-path='any[2].saw-flag']", "a")
        page.click("#save")
        page.text("testers is made")
        t.verify("a segment of every kind of condition is made", server.ask("GET", "/admin/segments/testers")[1] == {"any": [
            {"not": {"segment": "beta"}}, {"attribute": "plan", "op": "in", "value": ["pro", "team"]}, {"saw-flag": "a"}]})
        page.go("#/segments/beta")
        page.text("flag a", "main")
        page.text("segment testers", "main")
        page.press("Delete")
        page.text("beta is in use by flag a, segment testers")
        t.verify("one in use says where, and stays", server.ask("GET", "/admin/segments/beta")[0] == 200)
        page.choose("[data-path='']", "json")
        page.fill("textarea[data-path='']", '{"attribute": "level", "op": "at-least", "value": 5.50}')
        page.click("#save")
        page.text("Saved.")
        page.wait(lambda: page.all("[data-path='attribute']"), "the form")
        t.verify("a condition as JSON becomes a form again", page.find("[data-path='attribute']").get_property("value") == "level" and page.find("[data-path='op']").get_property("value") == "at-least")
        page.fill("[data-path='value']", "6")
        server.ask("PUT", "/admin/segments/beta", BETA)
        page.find("#compare")
        page.click("#save")
        page.text("Changed elsewhere", "dialog")
        page.press("Keep mine")
        page.wait(lambda: server.ask("GET", "/admin/segments/beta")[1].get("value") == 6, "the save")
        t.verify("segments have conflicts too", True)
        page.go("#/segments/testers")
        page.press("Delete")
        page.press("Delete the segment")
        page.wait(lambda: server.ask("GET", "/admin/segments/testers")[0] == 404, "the deletion")
        t.verify("one that nothing uses is deleted", True)
        t.calm(page)


def faults(t):
    """A fault switched on in the panel hits a client."""
    with t.serve(document({"key": "a", "rules": [rule("r_1")]})) as server, t.window(server, "#/faults") as page:
        flagctl = Flagctl(t.flagctl, server)
        page.text("No faults", "main")
        page.press("Switch on")
        page.text("Choose what should go wrong", "main")
        page.choose("#fault-status", "503")
        page.fill("#fault-retry-after", "60")
        page.choose("#fault-how", "always")
        page.press("Switch on")
        page.text("status 503, Retry-After: 60 for requests for flags", "main")
        code, words = flagctl.run("refresh")
        t.verify("a fault that the panel switches on is seen by flagctl", code == 3 and "503" in words)
        page.choose("#fault-how", "share")
        page.fill("#fault-share", "12.5")
        page.click("#fault-garbage")
        page.press("Switch on")
        page.text("garbage for 12.5 % of requests for flags", "main")
        t.verify("a second one adds to it", [sorted(f) for f in server.ask("GET", "/admin/faults")[1]["faults"]] == [["path", "retry-after", "status"], ["garbage", "path", "share"]])
        page.click("#clear-0")
        page.wait(lambda: len(page.all(".fault-list li")) == 1, "one fault to go")
        page.press("Clear all faults")
        page.text("No faults", "main")
        t.verify("cleared, the client is well again", Flagctl(t.flagctl, server).run("refresh")[0] == 0)
        t.calm(page)


def hostile_names(t):
    """Keys and names that look like markup or change the direction of text are text."""
    markup = "<img src=x onerror=window.attacked=true>"
    names = [markup, "\"'><script>window.attacked=true</script>", "\u202eesrever \u05e9\u05dc\u05d5\u05dd", "x" * 400, "a/b?c#d%2Fe", "javascript:window.attacked=true", "__proto__", "\U0001F3F3\uFE0F"]
    flags = [{"key": name, "name": name if index % 2 else "", "properties": [{"key": name, "type": "string", "default": name}],
              "rules": [rule(name, segment=name, properties={name: name})]} for index, name in enumerate(names)]
    with t.serve(document(*flags, **{name: {"attribute": name, "op": "is", "value": name} for name in names})) as server, t.window(server) as page:
        for name in names:
            server.impression(name, name, True, name, name)
            server.evaluate(name, name)
        page.wait(lambda: len(page.all("tbody tr")) == len(names), "all flags")
        for name in names:
            server_side = lambda: server.flag(name)
            page.go("#/")
            page.wait(lambda: page.js("return [...document.querySelectorAll('tr[data-key]')].some((e) => e.dataset.key === arguments[0])", name), "the flag in the list")
            page.js("[...document.querySelectorAll('tr[data-key]')].find((e) => e.dataset.key === arguments[0]).querySelector('a').click()", name)
            page.wait(lambda: page.find("main h1").text != "Feature flags" and page.all("#flag-name"), "its page")
            t.verify(f"the key {name[:20]!a} is text", page.js("return document.querySelector('main h1').textContent") == name)
            for view in ("json", "evaluate", "impressions"):
                page.click(f"#tab-{view}")
                page.find(f"#tab-{view}[aria-current=page]")
            page.click("#switch-flag")
            page.wait(lambda: server_side()["killed"], "the kill of it")
        for hash in ("#/segments", "#/events", "#/devices"):
            page.go(hash)
            page.wait(lambda: names[0] in page.js("return document.querySelector('main').textContent"), f"the markup as text on {hash}")
        t.verify("no element was made of a name, and no script ran", page.js("return !window.attacked && !document.querySelector('main img, main script, [onerror]')"))
        t.verify("nothing is wider than the page", page.js("return document.documentElement.scrollWidth <= innerWidth"))
        t.calm(page)


def login(t):
    """With a token the panel asks for it, and keeps it in this tab only."""
    with t.serve(document({"key": "a"}), token="s3cret-token") as server, t.window(server) as page:
        page.text("Log in", "dialog")
        t.verify("without a token the panel asks for it, with the focus in the field", page.focused() == "Admin token")
        page.keys("wrong", Keys.ENTER)
        page.text("does not take this token", "dialog")
        page.fill("#token", "s3cret-token")
        page.keys(Keys.ENTER)
        page.gone("dialog")
        page.find("tr[data-key=a]")
        page.text("Live", "#live")
        t.verify("the right one lets in, also the stream", True)
        t.verify("it is kept in this tab only, and in no cookie", page.js("return sessionStorage.length === 1 && localStorage.length === 0 && document.cookie === ''"))
        page.open("#/flags/a")
        page.fill("#flag-name", "typed")
        page.js("sessionStorage.clear()")
        page.click("#save")
        page.find("dialog.login")
        page.fill("#token", "s3cret-token")
        page.keys(Keys.ENTER)
        page.gone("dialog.login")
        t.verify("a login in between loses nothing", page.find("#flag-name").get_property("value") == "typed")
        page.click("#save")
        page.wait(lambda: server.flag("a")["name"] == "typed", "the save")
        page.click("#log-out")
        page.text("Log in", "dialog")
        t.verify("logging out forgets it", page.js("return sessionStorage.length") == 0)
        t.calm(page)


def live(t):
    """A second window follows the first; the indicator tells when the server is away."""
    with t.serve(document({"key": "a", "rules": [rule("r_1")]})) as server, t.window(server, "#/flags/a") as one, t.window(server) as two:
        two.text("Live", "#live")
        one.fill("#flag-name", "Followed")
        one.click("#save")
        two.text("Followed", "main table")
        one.click("#switch-flag")
        two.text("Killed", "main table")
        t.verify("the list in a second window follows edits and kills", True)
        two.go("#/flags/a")
        two.find("#flag-name")
        two.js("document.getElementById('flag-name').focus()")
        one.fill("#flag-name", "Again")
        one.click("#save")
        two.wait(lambda: two.find("#flag-name").get_property("value") == "Again", "the open editor to follow")
        t.verify("an editor without edits follows and keeps the focus", two.focused() == "Name")
        two.go("#/events")
        two.text("No impressions yet", "main")
        server.impression("a", "", False, "someone", "D-1")
        two.text("someone", "main")
        t.verify("impressions appear as they come", True)
        two.go("#/")
        two.text("Again", "main table")
        server.kill()
        one.text("Offline", "#live")
        t.verify("the indicator says when the server is away", True)
        one.press("Revive")
        one.text("cannot be reached")
        t.verify("an action without a server says so", True)
        one.fill("#flag-name", "typed meanwhile")
        server.restart()
        server.ask("PUT", "/admin/flags/b", {"name": "Made meanwhile"})
        two.text("Made meanwhile", "main table")
        one.text("Live", "#live")
        t.verify("when it is back the panels are live again, and what was typed is still there", one.find("#flag-name").get_property("value") == "typed meanwhile")
        one.click("#save")
        one.wait(lambda: server.flag("a")["name"] == "typed meanwhile", "the save")
        t.verify("and can be saved", True)


def keyboard_only(t):
    """The main flow without a pointer: only Tab, Enter, Space, arrows and letters."""
    with t.serve(document(beta=BETA)) as server, t.window(server) as page:
        def tab_to(name):
            for _ in range(80):
                if page.focused() == name:
                    return
                page.keys(Keys.TAB)
                t.visible_focus(page)
            raise AssertionError(f"Tab does not reach “{name}”")

        page.js("document.body.focus()")
        page.keys(Keys.TAB)
        t.verify("the first Tab reaches the skip link", page.focused() == "Skip to the content")
        page.keys(Keys.ENTER)
        tab_to("New flag")
        page.keys(Keys.ENTER)
        page.find("#flag-key")
        page.wait(lambda: page.js("return document.activeElement.tagName") == "H1", "the focus on the heading")
        t.verify("a new page gives its heading the focus", True)
        tab_to("Key")
        page.keys("by_keys")
        tab_to("Add a property")
        page.keys(Keys.ENTER)
        page.keys("color")
        tab_to("Default")
        page.keys("blue")
        tab_to("Add a rule")
        page.keys(Keys.SPACE)
        t.verify("a new rule takes the focus", page.focused() == "For whom rule 1 is")
        page.keys("A s")
        page.wait(lambda: page.all("[data-path='rules[0].segment']"), "the choice of a segment")
        tab_to("Segment")
        page.keys("beta")
        tab_to("Rollout of rule 1 in percent")
        page.keys(Keys.CONTROL, "a")
        page.keys("50")
        tab_to("Create the flag")
        page.keys(Keys.ENTER)
        page.wait(lambda: server.flag("by_keys"), "the flag")
        flag = server.flag("by_keys")
        t.verify("a flag is made without a pointer", flag["rules"][0]["segment"] == "beta" and flag["rules"][0]["rollout"] == 50 and flag["properties"][0]["default"] == "blue")
        page.find("#switch-flag")
        page.wait(lambda: page.js("return document.activeElement.tagName") == "H1", "the focus on the heading")
        tab_to("Kill")
        page.keys(Keys.ENTER)
        page.wait(lambda: server.flag("by_keys")["killed"], "the kill")
        tab_to("Undo")
        page.keys(Keys.ENTER)
        page.wait(lambda: not server.flag("by_keys")["killed"], "the undoing")
        t.verify("kill and Undo work by keys", True)
        t.calm(page)


def transfer(t):
    """The whole file goes out and comes in."""
    with t.serve(document({"key": "a"})) as server, t.window(server) as page:
        page.click("#transfer summary")
        file = os.path.join(server.folder.name, "other.json")
        with open(file, "w") as other:
            json.dump(document({"key": "imported"}), other)
        page.find("input[type=file]").send_keys(file)
        page.text("Replace everything?", "dialog")
        page.press("Replace everything")
        page.find("tr[data-key=imported]")
        t.verify("an import replaces everything", server.flag("a") is None)
        t.calm(page)


ALL = [newcomer, property_types, errors_of_the_server, order_of_rules, rollout, kill_archive_delete, conflicts, unsaved_edits,
       segments, faults, hostile_names, login, live, keyboard_only, transfer]
