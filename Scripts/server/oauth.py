#!/usr/bin/env python3
"""Connects clients of authlib and requests-oauthlib with a running daemon: oauth.py ADDRESS.

PASSPHRASE is the passphrase of the owner. The script plays the owner's browser: it signs in, opens the pages of consent with the
session's token, and answers. A failed check ends the script with an exception.
"""

import os
import re
import sys
import time
import urllib.parse

# The libraries refuse plain HTTP otherwise, also on loopback.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

import requests
from authlib.integrations.requests_client import OAuth2Session as AuthlibSession
from oauthlib.oauth2 import InvalidGrantError
from requests_oauthlib import OAuth2Session

ADDRESS = sys.argv[1]
REDIRECT = "https://app.example/done"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def check(condition, text):
    if not condition:
        raise SystemExit(f"oauth.py: {text}")


class Owner:
    """The owner's browser, in a session."""

    def __init__(self):
        self.session = requests.Session()
        answer = self.session.post(ADDRESS + "/v1/owner/session", json={"passphrase": os.environ["PASSPHRASE"]}, timeout=60)
        check(answer.status_code == 200, f"sign-in: {answer.text}")
        self.token = answer.json()["csrfToken"]
        # The cookie is for https only, except on loopback in browsers.
        self.cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.session.cookies)

    def get(self, path):
        headers = {"X-CSRF-Token": self.token, "Cookie": self.cookie}
        return requests.get(ADDRESS + path, headers=headers, allow_redirects=False, timeout=60)

    def post(self, path, form):
        headers = {"Cookie": self.cookie}
        return requests.post(
            ADDRESS + path, data={**form, "csrf": self.token}, headers=headers, allow_redirects=False, timeout=60
        )

    def consent(self, url, answer="all"):
        """Opens the address to which a client sends the browser, and returns the address to which the browser returns."""
        begin = requests.get(url, allow_redirects=False, timeout=60)
        check(begin.status_code == 303, f"{url}: {begin.status_code} {begin.text[:500]}")
        path = begin.headers["Location"]
        page = self.get(path)
        check(page.status_code == 200 and f'action="{path}"' in page.text, f"page of consent: {page.status_code}")
        done = self.post(path, {"answer": answer})
        check(done.status_code == 200, f"answer: {done.status_code} {done.text[:500]}")
        return done.headers["Refresh"].removeprefix("0; url=")


def metadata():
    answer = requests.get(ADDRESS + "/.well-known/oauth-authorization-server", timeout=60).json()
    check(answer["issuer"] == ADDRESS, f"issuer: {answer['issuer']}")
    protected = requests.get(ADDRESS + "/v1/app", timeout=60)
    check(protected.status_code == 401, "a request without a token")
    resource = re.search(r'resource_metadata="([^"]+)"', protected.headers["WWW-Authenticate"])
    check(requests.get(resource[1], timeout=60).json()["authorization_servers"] == [ADDRESS], "protected resource")
    return answer


def register(server, name):
    answer = requests.post(
        server["registration_endpoint"], json={"client_name": name, "redirect_uris": [REDIRECT], "scope": "x"}, timeout=60
    )
    check(answer.status_code == 201, f"registration: {answer.text}")
    return answer.json()["client_id"]


def with_authlib(server, owner):
    client = AuthlibSession(
        register(server, "Authlib"), scope="read:stepCount save:bodyMass", redirect_uri=REDIRECT,
        token_endpoint_auth_method="none", code_challenge_method="S256",
    )
    verifier = "authlib-" * 8
    url, state = client.create_authorization_url(server["authorization_endpoint"], code_verifier=verifier)
    back = owner.consent(url)
    fields = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))
    check(fields["iss"] == ADDRESS and fields["state"] == state, f"answer: {sorted(fields)}")
    token = client.fetch_token(server["token_endpoint"], authorization_response=back, state=state, code_verifier=verifier)
    check(token["scope"] == "read:stepCount save:bodyMass", f"scope: {token['scope']}")
    check(client.get(ADDRESS + "/v1/app").json()["name"] == "Authlib", "the app")
    renewed = client.refresh_token(server["token_endpoint"], refresh_token=token["refresh_token"])
    check(client.get(ADDRESS + "/v1/app").status_code == 200, "a renewed token")
    client.revoke_token(server["revocation_endpoint"], token=renewed["refresh_token"], token_type_hint="refresh_token")
    answer = requests.get(ADDRESS + "/v1/app", headers={"Authorization": f"Bearer {renewed['access_token']}"}, timeout=60)
    check(answer.status_code == 401, "a revoked token")


def with_requests_oauthlib(server, owner):
    identifier = register(server, "Requests")
    client = OAuth2Session(identifier, redirect_uri=REDIRECT, scope=["read:stepCount", "read:heartRate"], pkce="S256")
    url, state = client.authorization_url(server["authorization_endpoint"])
    back = owner.consent(url)
    # Without include_client_id, the client is in the field Authorization with an empty password.
    token = client.fetch_token(server["token_endpoint"], authorization_response=back, client_secret="")
    check(client.get(ADDRESS + "/v1/app").json()["identifier"] == identifier, "the app")
    first = token["refresh_token"]
    second = client.refresh_token(server["token_endpoint"], refresh_token=first, client_id=identifier)
    check(second["refresh_token"] != first, "the refresh token is the same")
    for used in (first, second["refresh_token"]):
        try:
            client.refresh_token(server["token_endpoint"], refresh_token=used, client_id=identifier)
        except InvalidGrantError:
            continue
        raise SystemExit("oauth.py: a used refresh token did not end its family")
    check(client.get(ADDRESS + "/v1/app").status_code == 401, "an access token of an ended family")


def with_a_device(server, owner):
    identifier = register(server, "Device")
    codes = requests.post(
        server["device_authorization_endpoint"], data={"client_id": identifier, "scope": "save:bodyMass"}, timeout=60
    ).json()
    client = AuthlibSession(identifier, token_endpoint_auth_method="none")

    def ask():
        return requests.post(
            server["token_endpoint"],
            data={"grant_type": DEVICE_GRANT, "client_id": identifier, "device_code": codes["device_code"]}, timeout=60,
        ).json()

    check(ask()["error"] == "authorization_pending", "the answer before the consent")
    check(ask()["error"] == "slow_down", "the answer to a device that asks too often")
    page = owner.post("/oauth/device", {"user_code": codes["user_code"].lower()})
    path = re.search(r'action="(/oauth/requests/[^"]+)"', page.text)[1]
    check(owner.post(path, {"answer": "all"}).status_code == 200, "the answer on the page")
    time.sleep(codes["interval"])
    token = client.fetch_token(server["token_endpoint"], grant_type=DEVICE_GRANT, device_code=codes["device_code"])
    check(token["scope"] == "save:bodyMass", f"scope: {token['scope']}")
    check(client.get(ADDRESS + "/v1/app").json()["identifier"] == identifier, "the app of the device")


def main():
    server, owner = metadata(), Owner()
    for part in (with_authlib, with_requests_oauthlib, with_a_device):
        part(server, owner)
        print(f"oauth.py: {part.__name__}: OK")


main()
