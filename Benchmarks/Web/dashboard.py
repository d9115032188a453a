# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Measures the dashboard of a store: the time from the request to the last byte, and to the drawn charts in Chromium.

dashboard.py --health PROGRAM --hello PROGRAM --store FILE --chromium PROGRAM --driver PROGRAM [--rounds 40]

The peer is a minimal server; requests to it and to the daemon alternate, in the same browser.
"""
import argparse
import http.client
import json
import re
import statistics
import subprocess
import sys
import time
from urllib.parse import urlsplit

PASSPHRASE = "a passphrase for benchmarks"


class Server:
    """A server that prints its address."""

    def __init__(self, arguments, log):
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=open(log, "wb"), text=True)
        line = self.process.stdout.readline()
        match = re.search(r" at (http://\S+)", line)
        if not match:
            sys.exit(f"bench: {arguments[0]} does not say where it listens: {line!r}; see {log}")
        self.url = match.group(1)
        self.host = urlsplit(self.url).netloc

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def timed(host, path, headers, rounds):
    """Returns the milliseconds from a request to the last byte of its response, on one connection, and the size of the response."""
    connection = http.client.HTTPConnection(host)
    times = []
    for _ in range(rounds + 5):
        begin = time.perf_counter()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        times.append((time.perf_counter() - begin) * 1000)
        if answer.status != 200:
            sys.exit(f"bench: {path} answers {answer.status}")
    return times[5:], len(body)


def row(name, times, size=None):
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    size = f"{size:>10}" if size is not None else " " * 10
    print(f"{name:<38}{statistics.median(times):>9.1f}{p95:>9.1f}{size}")
    return statistics.median(times)


def browser(arguments):
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = arguments.chromium
    for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1100,900"):
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service(arguments.driver))


def loads(driver, url, until, rounds):
    """Returns the milliseconds from the start of a navigation until a script returns them, by the browser's own clock."""
    times = []
    for _ in range(rounds):
        driver.get(url)
        value, deadline = None, time.monotonic() + 60
        while value is None and time.monotonic() < deadline:
            value = driver.execute_script(until)
        if value is None:
            sys.exit(f"bench: {url} is not drawn within a minute")
        times.append(value)
    return times


def main():
    parser = argparse.ArgumentParser()
    for name in ("health", "hello", "store", "chromium", "driver", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--rounds", type=int, default=40)
    arguments = parser.parse_args()

    def tool(*words, **more):
        subprocess.run([arguments.health, *words, "--store", arguments.store], check=True, stdout=subprocess.DEVNULL, **more)

    tool("owner", "set", input=PASSPHRASE + "\n", text=True)
    daemon = Server(
        [arguments.health, "serve", "--store", arguments.store, "--listen", "127.0.0.1:0"], arguments.work + "/web.log")
    hello = Server([arguments.hello], arguments.work + "/web-hello.log")
    driver = browser(arguments)
    try:
        driver.get(daemon.url + "/owner/login")
        driver.find_element("name", "passphrase").send_keys(PASSPHRASE)
        driver.find_element("css selector", "button.main").click()
        deadline = time.monotonic() + 30
        while "/owner/login" in driver.current_url and time.monotonic() < deadline:
            time.sleep(0.05)
        # Grants the permissions that the pages request at first, as the person does on the sheet.
        driver.execute_script(
            "return fetch('/v1/authorization-requests', {method: 'POST', headers: {'Content-Type': 'application/json',"
            "Authorization: 'Bearer ' + document.querySelector('meta[name=health-token]').content},"
            "body: JSON.stringify({read: ['HKQuantityTypeIdentifierStepCount']})}).then(r => r.status)")
        tool("apps", "grant", "org.openhealthkit.web", "--all", stderr=subprocess.DEVNULL)
        cookie = "; ".join(f"{c['name']}={c['value']}" for c in driver.get_cookies())
        page, size = timed(daemon.host, "/", {"Cookie": cookie}, arguments.rounds * 5)
        peer, _ = timed(hello.host, f"/hello/{size}", {}, arguments.rounds * 5)

        drawn = "const mark = performance.getEntriesByName('health-drawn')[0]; return mark ? mark.startTime : null"
        loaded = "const n = performance.getEntriesByType('navigation')[0]; return n.loadEventEnd > 0 ? n.loadEventEnd : null"
        loads(driver, daemon.url + "/", drawn, 3)
        charts = loads(driver, daemon.url + "/", drawn, arguments.rounds)
        last = driver.execute_script(
            "return Math.max(...performance.getEntriesByType('resource').filter(e => !e.name.includes('/v1/changes'))"
            ".map(e => e.responseEnd))")
        bare = loads(driver, f"{hello.url}/hello/{size}", loaded, arguments.rounds)

        print(f"{'':<38}{'p50 ms':>9}{'p95 ms':>9}{'bytes':>10}")
        first = row("the dashboard's page, to the last byte", page, size)
        row("hello, as many bytes", peer, size)
        second = row("the dashboard in Chromium, drawn", charts)
        row("hello in Chromium, loaded", bare)
        print(f"last byte of the page and all that it asked for, in the last round: {last:.1f} ms after the start")
        print(f"goals: 100 ms and 500 ms; reached: {'yes' if first < 100 and last < 500 and second < 500 else 'no'}")
    finally:
        driver.quit()
        daemon.stop()
        hello.stop()


if __name__ == "__main__":
    main()
