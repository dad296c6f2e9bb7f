"""A window of Chromium, and waits for what should become true in it."""

import time

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException, JavascriptException, NoSuchElementException, StaleElementReferenceException)
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PATIENCE = 15
CONTROLS = "a, button, input, select, textarea, summary"


class Browser:
    """One browser with a session of its own; `driver` is selenium's."""

    def __init__(self, url, width=1280, height=900, dark=False):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
                         "--force-color-profile=srgb", "--hide-scrollbars", "--lang=en",
                         "--enable-blink-features=ComputedAccessibilityInfo"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(PATIENCE)
        self.url = url
        # Whatever refuses to be shown as text, or breaks the policy, is counted before any script of the page runs.
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            window.violations = []; window.attacked = false;
            document.addEventListener("securitypolicyviolation", (e) => window.violations.push(e.violatedDirective + " " + e.blockedURI));
        """})
        self.size(width, height)
        self.media(dark)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def size(self, width, height):
        """Gives the page exactly this room."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def media(self, dark=False, reduced_motion=True):
        """What the system prefers."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced_motion else "no-preference"}]})

    def open(self, path="#/"):
        """Loads the panel anew at a hash."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.url}/{path}")
        self.wait(lambda: self.all("main h1"), f"the page {path}")

    def go(self, path):
        """Follows the address within the page."""
        self.js("location.hash = arguments[0]", path)

    def js(self, source, *arguments):
        return self.driver.execute_script(source, *arguments)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, condition, what):
        """Waits until `condition` gives something true, and gives it."""
        end = time.monotonic() + PATIENCE
        problem = None
        while time.monotonic() < end:
            try:
                result = condition()
                if result:
                    return result
            except (NoSuchElementException, StaleElementReferenceException, JavascriptException,
                    ElementClickInterceptedException) as error:
                problem = error
            self.driver.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 10))")
        raise AssertionError(f"waited in vain for {what}{f' ({problem})' if problem else ''}; the page says:\n"
                             + self.js("return document.body.innerText")[:1500])

    def find(self, selector):
        """The one visible element of a selector, as soon as it is there."""
        return self.wait(lambda: next((e for e in self.all(selector) if e.is_displayed()), None), selector)

    def text(self, words, within="body"):
        """Waits until the page shows `words`."""
        return self.wait(lambda: words in self.js("return document.querySelector(arguments[0])?.innerText ?? ''", within),
                         f"“{words}” in {within}")

    def gone(self, selector):
        self.wait(lambda: not any(e.is_displayed() for e in self.all(selector)), f"{selector} to go")

    def labelled(self, name, within="body"):
        """The visible control with this accessible name."""
        return self.wait(lambda: self.js("""
            const [within, name, controls] = arguments;
            return [...document.querySelectorAll(within)].flatMap((e) => [...e.querySelectorAll(controls)])
              .find((e) => e.checkVisibility() && e.computedName.trim() === name);
        """, within, name, CONTROLS), f"a control named “{name}”")

    def click(self, target):
        """Clicks a selector, or what a function finds, as soon as that works."""
        def attempt():
            element = self.find(target) if isinstance(target, str) else target()
            self.js("arguments[0].scrollIntoView({block: 'center'})", element)
            element.click()
            return True
        self.wait(attempt, f"a click on {target}")

    def press(self, name, within="body"):
        """Clicks the control with this accessible name."""
        self.click(lambda: self.labelled(name, within))

    def fill(self, selector, words):
        """Replaces what is in a field, key by key as a person does."""
        element = self.find(selector) if isinstance(selector, str) else selector
        self.js("arguments[0].scrollIntoView({block: 'center'})", element)
        element.send_keys(Keys.CONTROL, "a")
        element.send_keys(Keys.DELETE)
        element.send_keys(words)
        return element

    def choose(self, selector, value):
        """Chooses an option by its value."""
        element = self.find(selector) if isinstance(selector, str) else selector
        self.js("arguments[0].scrollIntoView({block: 'center'})", element)
        self.wait(lambda: self.js("return [...arguments[0].options].some((o) => o.value === arguments[1])", element, value), f"the option {value}")
        self.js("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))", element, value)

    def keys(self, *keys):
        """Sends keys to what has the focus."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def focused(self):
        """The accessible name of what has the focus."""
        return self.js("return document.activeElement.computedName").strip()

    def problems(self):
        """Violations of the policy and errors in the console since the last call; expected answers are left out."""
        found = [f"policy: {text}" for text in self.js("return window.violations.splice(0)")]
        for entry in self.driver.get_log("browser"):
            expected = "Failed to load resource" in entry["message"] and any(
                f"status of {code}" in entry["message"] for code in (400, 401, 404, 412))
            if entry["level"] in ("SEVERE", "WARNING") and not expected:
                found.append(entry["message"])
        return found

    def picture(self, file):
        """Saves the whole page as it is shown."""
        height = self.js("return Math.max(document.documentElement.scrollHeight, innerHeight)")
        width = self.js("return innerWidth")
        before = self.js("return innerHeight")
        self.size(width, min(height, 4000))
        self.driver.save_screenshot(str(file))
        self.size(width, before)
