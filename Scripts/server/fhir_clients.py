#!/usr/bin/env python3
"""Reads and polls observations with fhirpy and fhirclient: fhir_clients.py ADDRESS.

TOKEN contains the token of an app with all permissions. The app saves weights of 2001. Each client reads them in pages, finds the one that
was saved later by the time of receipt alone, and fhirpy refreshes what it has.
"""

import json
import os
import sys
import time
import urllib.request

from fhirclient import client
from fhirclient.models.observation import Observation
from fhirpy import SyncFHIRClient

ADDRESS = sys.argv[1]
TOKEN = os.environ["TOKEN"]
CODE = "http://loinc.org|29463-7"


def save(days):
    weights = [{"type": "bodyMass", "startDate": f"2001-02-{day:02}T07:30:00Z", "value": 80 + day, "unit": "kg"} for day in days]
    request = urllib.request.Request(
        ADDRESS + "/v1/samples", data=json.dumps({"samples": weights}).encode(),
        headers={"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return [uuid.lower() for uuid in json.load(answer)["uuids"]]


def poll(name, read, last, uuid):
    """Polls until a client finds an observation that was received after an instant, which can take some seconds."""
    for _ in range(60):
        found = read(last)
        if uuid in found:
            return
        time.sleep(0.5)
    sys.exit(f"{name} did not find the new observation")


def check_fhirpy(known):
    fhir = SyncFHIRClient(ADDRESS + "/fhir", authorization="Bearer " + TOKEN)
    search = fhir.resources("Observation").search(code=CODE, date__ge="2001-02-01", date__lt="2001-03-01")
    assert search.count() >= len(known), search.count()
    found = search.limit(2).fetch_all()
    assert {each.id for each in found} >= set(known), found
    first = next(each for each in found if each.id == known[0])
    value = first["valueQuantity"]["value"]
    first.refresh()
    assert first["valueQuantity"]["value"] == value == 81, first
    assert fhir.resources("Patient").first().id == "person"
    last = max(each["meta"]["lastUpdated"] for each in found)

    def read(since):
        return {each.id for each in fhir.resources("Observation").search(code=CODE, _lastUpdated__ge=since).limit(2).fetch_all()}

    poll("fhirpy", read, last, save([11])[0])
    print("fhirpy: reads pages, refreshes and polls")


def check_fhirclient(known):
    smart = client.FHIRClient(settings={"app_id": "check", "api_base": ADDRESS + "/fhir"})
    smart.server.session.headers["Authorization"] = "Bearer " + TOKEN

    def read(since, **parameters):
        search = Observation.where({"code": CODE, "_count": "2", "_lastUpdated": "ge" + since, **parameters})
        return {each.id: each for each in search.perform_resources_iter(smart.server)}

    found = read("2001-01-01", date="2001-02")
    assert set(found) >= set(known), found
    assert found[known[0]].valueQuantity.value == 81
    last = max(each.meta.lastUpdated.as_json() for each in found.values())
    poll("fhirclient", read, last, save([12])[0])
    print("fhirclient: reads pages and polls")


uuids = save(range(1, 6))
check_fhirpy(uuids)
check_fhirclient(uuids)
