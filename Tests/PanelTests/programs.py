"""The programs under test: a flag server on a free port, and flagctl as one of its clients."""

import json
import os
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path


class Server:
    """A flagserver with flags of its own; `url` is where it listens."""

    def __init__(self, binary, flags, token=None):
        self.folder = tempfile.TemporaryDirectory(prefix="panel-tests-")
        folder = Path(self.folder.name)
        (folder / "flags.json").write_text(flags if isinstance(flags, str) else json.dumps(flags))
        self.arguments = [binary, "--flags", str(folder / "flags.json"), "--data", str(folder / "data")]
        self.token = token
        if token:
            (folder / "token").write_text(token)
            self.arguments += ["--admin-token-file", str(folder / "token")]
        self.log = open(folder / "log", "w+")
        self.start("127.0.0.1:0")

    def start(self, address):
        """Starts the program, and waits for the line that says where it listens."""
        self.process = subprocess.Popen([*self.arguments, "--listen", address], stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            self.log.seek(0)
            raise SystemExit(f"flagserver did not start: {line}{self.log.read()}")
        self.url = line.removeprefix("listening on ").strip().rstrip("/")

    def kill(self):
        """Ends the program at once, as a crash does."""
        self.process.kill()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def restart(self):
        """Starts it again where it was."""
        self.start(urllib.parse.urlsplit(self.url).netloc)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()
        self.log.close()
        self.folder.cleanup()

    def ask(self, method, path, body=None):
        """Sends an admin or client request; gives the status and the parsed body."""
        request = urllib.request.Request(self.url + path, method=method)
        if body is not None:
            request.data = (body if isinstance(body, str) else json.dumps(body)).encode()
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, json.loads(response.read() or b"null")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"null")

    def flag(self, key):
        """The flag `key` as the server has it; None when it has none."""
        status, flag = self.ask("GET", "/admin/flags/" + urllib.parse.quote(key, safe=""))
        return flag if status == 200 else None

    def text(self, path):
        """The text of an answer, unparsed: for numbers that Python would change."""
        request = urllib.request.Request(self.url + path)
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.read().decode()

    def evaluate(self, user, device, **more):
        """Asks for flags as a client does."""
        body = {"application": "DEMO0-00001", "hwid": device, "user_id": user, "platform": "linux", "sdk_version": "1",
                "app_version": "2.4.0", "language": "en", "push_registered": False} | more
        return self.ask("POST", "/api/v1/feature-flags/evaluate", body)

    def impression(self, flag, rule, enabled, user, device):
        """Reports an impression as a client does."""
        return self.ask("POST", "/json/1.3/postEvent", {"request": {
            "application": "DEMO0-00001", "hwid": device, "userId": user, "event": "PW_FeatureFlagImpression",
            "attributes": {"flag_key": flag, "rule_id": rule, "enabled": enabled}, "timestampUTC": int(time.time())}})


class Flagctl:
    """flagctl with a store of its own, as a client of `server`."""

    def __init__(self, binary, server, user="panel-user", version="2.4.0"):
        self.binary = binary
        self.folder = tempfile.TemporaryDirectory(prefix="panel-tests-")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("FLAGCTL_")} | {
            "FLAGCTL_APP_CODE": "DEMO0-00001", "FLAGCTL_USER_ID": user, "FLAGCTL_APP_VERSION": version,
            "FLAGCTL_BASE_URL": f"{server.url}/json/1.3/", "FLAGCTL_STORE": f"file:{self.folder.name}",
            "FLAGCTL_SINK": "stdout,pushwoosh", "FLAGCTL_DISABLE_THROTTLE": "true", "NO_PROXY": "127.0.0.1",
        }

    def run(self, *arguments):
        """Runs one command; gives the exit code and what it said."""
        done = subprocess.run([self.binary, *arguments], env=self.environment, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr
