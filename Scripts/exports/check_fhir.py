# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Validates an export in FHIR with fhir.resources, and compares its numbers with the receipt: check_fhir.py FOLDER RECEIPT"""

import json
import pathlib
import sys

from fhir.resources.R4B.device import Device
from fhir.resources.R4B.observation import Observation
from fhir.resources.R4B.patient import Patient

folder, receipt = pathlib.Path(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text())


def read(name: str, model) -> list:
    lines = (folder / name).read_text().splitlines()
    return [model.model_validate_json(line) for line in lines]


patients = read("Patient.ndjson", Patient)
assert [one.id for one in patients] == ["person"]
devices = {f"Device/{one.id}" for one in read("Device.ndjson", Device)}
observations = read("Observation.ndjson", Observation)
assert len({one.id for one in observations}) == len(observations)
readings = 0
for one in observations:
    assert one.subject.reference == "Patient/person" and one.status == "final"
    assert one.code.coding and all(code.system and code.code for code in one.code.coding)
    if one.device:
        assert one.device.reference in devices, one.device.reference
    if any(code.code == "85354-9" for code in one.code.coding):
        readings += len(one.component or [])
# The readings of a blood pressure are components.
assert len(observations) + readings == sum(receipt["types"].values()), (len(observations), readings, receipt["types"])
print(f"check-exports: {len(observations)} observations and {len(devices)} devices are valid FHIR R4")
