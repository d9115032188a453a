# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests: a browser, daemons with their own stores, and pages with a signed-in person."""

import pathlib
import re
import shutil
import signal
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from support import part  # noqa: E402
from support.browser import DESKTOP, PHONE, Browser  # noqa: E402
from support.daemon import Daemon  # noqa: E402
from support.person import Person  # noqa: E402
from support.places import PICTURES, binary  # noqa: E402
from support.stores import Stores  # noqa: E402


def pytest_configure(config):
    # Only once, before the workers start, because they share the folder.
    if not hasattr(config, "workerinput"):
        shutil.rmtree(PICTURES, ignore_errors=True)
    # SIGTERM has the effect of Ctrl-C, so that the browser and the daemons end as well.
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    config.addinivalue_line("markers", "size(*names): the screens that a test runs on, where not on both")
    config.addinivalue_line("markers", "needs(template): a page that has to be there")


def pytest_generate_tests(metafunc):
    if "size" in metafunc.fixturenames:
        marker = metafunc.definition.get_closest_marker("size")
        sizes = marker.args if marker else ("desktop", "phone")
        metafunc.parametrize("size", part.sizes(metafunc.definition.nodeid, sizes), indirect=True)


def pytest_collection_modifyitems(config, items):
    """Leaves out the tests, languages and cases that are not in the part to run."""
    if not part.IS_PART:
        return
    tests = {}
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = set()
    for name, every in tests.items():
        if not part.has_turn(name):
            continue
        spoken = [item for item in every if _language(item) is None or _language(item) in part.languages(name)]
        kept.update(part.cases(name, spoken))
    left_out = [item for item in items if item not in kept]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item in kept]


def _language(item):
    """Returns the language that is a parameter of a test; None if there is none."""
    language = item.callspec.params.get("language") if hasattr(item, "callspec") else None
    return language if language in part.LANGUAGES else None


def pytest_report_header():
    return [f"the tool: {binary()}", f"pictures: {PICTURES}"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    setattr(item, f"report_{report.when}", report)
    return report


def pytest_runtest_logreport(report):
    # Failures are printed immediately, and not only after all tests.
    if report.failed:
        lines = [line[2:].strip() for line in report.longreprtext.splitlines() if line.startswith("E ")]
        print(f"\n{report.nodeid}: {' '.join(lines or report.longreprtext.splitlines())[:700]}", file=sys.stderr)


@pytest.fixture(scope="session")
def stores(tmp_path_factory):
    """Copies of stores."""
    return Stores(tmp_path_factory.mktemp("stores"))


@pytest.fixture(scope="session")
def chromium():
    """Returns the browser shared by all tests of a worker."""
    browser = Browser()
    yield browser
    browser.quit()


@pytest.fixture
def serve(stores):
    """Starts a daemon on a copy of a store: serve("demo")."""
    daemons = []

    def begin(kind: str) -> Daemon:
        daemons.append(stores.serve(kind))
        return daemons[-1]

    yield begin
    end(daemons)


@pytest.fixture(scope="session")
def reading(stores):
    """Returns a daemon with the demo data, shared by all tests that change nothing."""
    daemon = stores.serve("demo")
    yield daemon
    end([daemon])


def end(daemons):
    """Stops daemons; errors in their logs are failures."""
    try:
        for daemon in daemons:
            daemon.stop()
    finally:
        for daemon in daemons:
            if daemon.process:
                daemon.process.kill()
    faults = [fault for daemon in daemons for fault in daemon.faults()]
    assert not faults, faults


@pytest.fixture
def size(request):
    """Returns the screen: "desktop" or "phone"."""
    return request.param


@pytest.fixture
def someone(request, chromium, serve):
    """Returns a function that opens the browser on a page of a daemon: someone(daemon, size="phone", language="ja"). The
    browser leaves the page before the daemon ends."""
    people = []

    def begin(daemon: Daemon, size: str = "desktop", language: str = "en-AU", dark: bool = False) -> Person:
        name = re.sub(r"[^\w-]+", " ", f"{request.module.__name__.removeprefix('test_')} {request.node.name}").strip()
        chromium.begin(daemon.address, name, PHONE if size == "phone" else DESKTOP, language, dark)
        people.append(Person(chromium, daemon))
        return people[-1]

    yield begin
    if not people:
        return
    report = getattr(request.node, "report_call", None)
    if report and report.failed:
        chromium.shot("failed")
        print(f"\nthe page: {chromium.driver.current_url}\n{chromium.js('return document.body.innerText')[:1500]}")
    faults = chromium.end()
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


@pytest.fixture
def guest(someone, reading, size):
    """Returns the signed-in owner with shared demo data, for tests that change nothing."""
    return someone(reading, size).signs_in()


@pytest.fixture
def owner(someone, serve, size):
    """Returns the signed-in owner with a copy of the demo data, for tests that change it."""
    return someone(serve("demo"), size).signs_in()
