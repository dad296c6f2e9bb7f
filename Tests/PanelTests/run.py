"""Runs the tests of the control panel in Chromium; `Tools/test-panel` calls it with the programs that it has built."""

import argparse
import sys
import time
import traceback
from contextlib import contextmanager
from pathlib import Path

import audits
import scenarios
from browser import Browser
from programs import Server


class Trial:
    """What a scenario needs: servers, windows, and a place to count what it found."""

    def __init__(self, flagserver, flagctl, screenshots):
        self.flagserver = flagserver
        self.flagctl = flagctl
        self.screenshots = screenshots
        self.passed = 0

    def serve(self, flags, token=None):
        return Server(self.flagserver, flags, token)

    @contextmanager
    def window(self, server, path="#/", width=1280, dark=False):
        with Browser(server.url, width=width, dark=dark) as page:
            page.open(path)
            yield page

    def verify(self, what, holds):
        if not holds:
            raise AssertionError(what)
        self.passed += 1
        print(f"  ok  {what}", flush=True)

    def calm(self, page):
        """No error in the console, no violation of the policy."""
        problems = page.problems()
        if problems:
            raise AssertionError("the console has " + "; ".join(problems))
        self.passed += 1

    def visible_focus(self, page):
        """What has the focus looks like it."""
        if not page.js("""
            const e = document.activeElement;
            if (e === document.body || e.matches("main, h1")) return true;
            const s = getComputedStyle(e);
            return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2 && e.getBoundingClientRect().width > 0;
        """):
            raise AssertionError(f"the focus on “{page.focused()}” cannot be seen")
        self.passed += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--flagserver", required=True)
    parser.add_argument("--flagctl", required=True)
    parser.add_argument("--screenshots", type=Path, required=True)
    parser.add_argument("only", nargs="*", help="names of scenarios; none: all")
    arguments = parser.parse_args()
    arguments.screenshots.mkdir(parents=True, exist_ok=True)
    trial = Trial(arguments.flagserver, arguments.flagctl, arguments.screenshots)
    failed = []
    for scenario in scenarios.ALL + audits.ALL:
        if arguments.only and scenario.__name__ not in arguments.only:
            continue
        started = time.monotonic()
        print(scenario.__name__.replace("_", " "), flush=True)
        try:
            scenario(trial)
        except Exception:
            traceback.print_exc()
            failed.append(scenario.__name__)
        print(f"  {time.monotonic() - started:.1f} s", flush=True)
    if failed:
        sys.exit(f"panel: failed: {', '.join(failed)}")
    print(f"panel: {trial.passed} checks passed")


main()
