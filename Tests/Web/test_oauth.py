# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of OAuth 2 in a browser: an app's web page sends the person to the server, gets the code and reads data from its own origin."""

import base64
import contextlib
import hashlib
import http.server
import json
import secrets
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest

from support.texts import text

STEPS = "HKQuantityTypeIdentifierStepCount"


class Site(http.server.BaseHTTPRequestHandler):
    """The web site of an app: an empty page at every address."""

    def do_GET(self):
        content = b"<!doctype html><html lang=en><link rel=icon href='data:,'><title>Board</title><h1>Board</h1>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def site():
    """Serves the web site of an app, and returns its origin."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def post(daemon, path: str, **fields) -> tuple:
    """Sends a form as a program does, and returns the status and the JSON."""
    request = urllib.request.Request(daemon.address + path, urllib.parse.urlencode(fields).encode())
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def register(daemon, *redirects: str) -> str:
    """Registers a client, and returns its identifier."""
    body = json.dumps({"client_name": "Step Board", "redirect_uris": redirects}).encode()
    request = urllib.request.Request(daemon.address + "/oauth/register", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["client_id"]


def start(client: str, redirect: str, verifier: str) -> str:
    """Returns the path to which the app sends the browser."""
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    return "/oauth/authorize?" + urllib.parse.urlencode({
        "response_type": "code", "client_id": client, "redirect_uri": redirect, "scope": "read:stepCount read:heartRate",
        "state": "the state", "code_challenge": challenge, "code_challenge_method": "S256"})


def answer(person, value: str, origin: str) -> dict:
    """Presses a button of the page of consent, waits for the app's page, and returns the parameters that it gets."""
    person.press(person.element(f"main button[name=answer][value={value}]:not([aria-hidden])"))
    person.wait(lambda: person.js("return location.origin") == origin, "the page of the app")
    return dict(urllib.parse.parse_qsl(person.js("return location.search").lstrip("?")))


def test_consent(owner):
    """The person allows one of two types, the browser returns to the app, and the app's page reads that type from its own origin."""
    verifier = secrets.token_urlsafe(48)
    with site() as origin:
        owner.others.append(origin)
        client = register(owner.daemon, origin + "/done")
        owner.open(start(client, origin + "/done", verifier))
        owner.reads(text("permission_title", name="Step Board"), "h1")
        owner.reads(text("oauth_recipient", address=origin)).reads(text("oauth_origin", address=origin)).shot("consent")
        box = owner.element(f"input[name=read][value={STEPS}]")
        if not box.is_selected():
            owner.press(box)
        parameters = answer(owner, "choices", origin)
        assert parameters["state"] == "the state" and parameters["iss"] == owner.daemon.address, parameters
        status, tokens = post(owner.daemon, "/oauth/token", grant_type="authorization_code", client_id=client,
                              code=parameters["code"], redirect_uri=origin + "/done", code_verifier=verifier)
        assert status == 200 and tokens["scope"] == "read:stepCount", tokens
        count = owner.browser.driver.execute_async_script("""
            const [server, token, done] = arguments;
            fetch(`${server}/v1/samples?type=stepCount&limit=100`, { headers: { Authorization: `Bearer ${token}` } })
                .then((answer) => answer.json()).then((page) => done(page.samples.length), (error) => done(String(error)));
            """, owner.daemon.address, tokens["access_token"])
        assert count == 100
        owner.open("/owner/apps").reads("Step Board", "main").shot("apps")


@pytest.mark.size("phone")
def test_declining(owner):
    """The person allows the app once. When the person declines another request, the browser returns with the error and no code."""
    with site() as origin:
        owner.others.append(origin)
        client = register(owner.daemon, origin + "/done")
        owner.open(start(client, origin + "/done", secrets.token_urlsafe(48)))
        owner.shot("consent")
        assert "code" in answer(owner, "all", origin)
        owner.open(start(client, origin + "/done", secrets.token_urlsafe(48)))
        parameters = answer(owner, "none", origin)
        assert parameters["error"] == "access_denied" and "code" not in parameters
        assert parameters["state"] == "the state"


@pytest.mark.size("phone")
def test_device(owner):
    """A device without a browser shows a code. A wrong code is refused, and the right one leads to the page of consent."""
    client = register(owner.daemon)
    status, device = post(owner.daemon, "/oauth/device_authorization", client_id=client, scope="read:stepCount")
    assert status == 200, device
    grant = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": client, "device_code": device["device_code"]}
    status, waiting = post(owner.daemon, "/oauth/token", **grant)
    assert (status, waiting["error"]) == (400, "authorization_pending")
    owner.open(urllib.parse.urlsplit(device["verification_uri"]).path).shot("device")
    owner.allow("/oauth/device - .*404")
    owner.types(text("oauth_device_code"), "WRONG-CODE").goes(text("permission_continue"), "button")
    owner.reads(text("oauth_device_wrong")).shot("wrong code")
    owner.types(text("oauth_device_code"), device["user_code"].lower()).goes(text("permission_continue"), "button")
    owner.reads(text("oauth_device_shown", code=device["user_code"])).shot("consent")
    owner.js("window.isOld = true")
    owner.press(owner.element("main button[name=answer][value=all]:not([aria-hidden])"))
    owner.arrives()
    owner.reads(text("oauth_allowed", name="Step Board")).shot("consented")
