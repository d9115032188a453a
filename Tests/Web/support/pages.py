# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The pages, for tests of every page."""

import functools
import json

from .tool import health

# Pages with demo data, for the owner. {…} is replaced by identifiers of the store.
PAGES = {
    "dashboard": "/",
    "types": "/types",
    "steps": "/types/stepCount",
    "weight": "/types/bodyMass?view=sixMonths",
    "heart rate": "/types/heartRate?view=week",
    "sleep": "/types/sleepAnalysis?view=week",
    "symptom": "/types/headache?view=month",
    "workouts": "/types/workout",
    "ECGs": "/types/electrocardiogram",
    "blood pressure": "/types/bloodPressure?view=month",
    "rings": "/types/activitySummary",
    "usual range": "/types/restingHeartRate?view=month",
    "two types": "/compare",
    "no data": "/types/forcedVitalCapacity",
    "all data": "/types/stepCount/samples",
    "sample": "/samples/{stepCount}",
    "workout with route": "/samples/{workout+route}",
    "ECG": "/samples/{electrocardiogram}",
    "report": "/report",
    "cycle": "/types/menstrualFlow?view=month",
    "add": "/add",
    "add weight": "/add/bodyMass",
    "add state of mind": "/add/stateOfMind",
    "add dose": "/add/medicationDoseEvent",
    "add symptoms": "/add/symptoms",
    "welcome": "/welcome",
    "settings": "/settings",
    "apps": "/owner/apps",
    "requests": "/owner/requests",
    "sources": "/owner/sources",
    "export": "/owner/export",
    "backup": "/owner/backup",
    "access log": "/owner/access-log",
    "receivers": "/owner/receivers",
}


@functools.cache
def newest(store, type_name: str) -> str:
    """Returns the UUID of the newest sample of a type."""
    def rows(*command):
        return json.loads(health(*command, "--format", "json", "--store", store))

    match type_name:
        case "workout+route":
            return rows("routes")[-1]["workout"]
        case "electrocardiogram":
            return rows("ecgs")[-1]["uuid"]
        case _:
            return rows("samples", type_name, "--newest-first", "--limit", "1")[0]["uuid"]


def path(name: str, store) -> str:
    """Returns the path of a page."""
    template = PAGES[name]
    if "{" not in template:
        return template
    type_name = template.split("{")[1].split("}")[0]
    return template.replace(f"{{{type_name}}}", newest(store, type_name))


@functools.cache
def sources(store) -> frozenset:
    """Returns the names of the sources, which are data and therefore equal in every language."""
    return frozenset(row["source"] for row in json.loads(health("sources", "--format", "json", "--store", store)))
