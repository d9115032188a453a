# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Validates data points of Open mHealth and compares their quantities with an export as NDJSON: check_open_mhealth.py FOLDER RECEIPT NDJSON"""

import collections
import datetime
import json
import pathlib
import sys

import jsonschema

folder, receipt, ndjson = pathlib.Path(sys.argv[1]), json.load(open(sys.argv[2])), pathlib.Path(sys.argv[3])

TIME = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"}


def record(required, optional=None, **others):
    properties = {**required, **(optional or {})}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False, **others}


def amount(*units):
    return record({"value": {"type": "number"}, "unit": {"enum": list(units)} if units else {"type": "string"}})


TEXT = {"type": "string"}
INTERVAL = record({"time_interval": record({"start_date_time": TIME, "end_date_time": TIME})})
FRAME = {"oneOf": [record({"date_time": TIME}), INTERVAL]}
ACTIVITY = {"enum": ["at rest", "active", "before exercise", "after exercise", "during exercise"]}
SLEEP = {"enum": ["before sleeping", "during sleep", "on waking"]}
MEAL = {
    "enum": ["fasting", "not fasting", "2 hours postprandial"]
    + [f"{when} {meal}" for when in ("before", "after") for meal in ("meal", "breakfast", "lunch", "dinner")]
}
LOCATION = {
    "enum": "axillary,finger,forehead,oral,rectal,temporal artery,toe,tympanic,wrist,vagina".split(",")
}
METADATA = {"metadata": {"type": "array", "items": record({"key": TEXT, "value": TEXT})}}
DURATION = amount(*"ps ns us ms sec min h d wk Mo yr".split())
LENGTH = amount(*"fm pm nm um mm cm m km in ft yd mi".split())


def measure(key, *units, frame=FRAME, **others):
    return record({key: amount(*units), "effective_time_frame": frame}, others)


# The quantity types that Granola lists, without their prefix; all nutrients of HealthKit are among them.
QUANTITIES = (
    "BodyMassIndex BodyFatPercentage Height BodyMass LeanBodyMass StepCount DistanceWalkingRunning DistanceCycling"
    " BasalEnergyBurned ActiveEnergyBurned FlightsClimbed NikeFuel HeartRate BodyTemperature BloodPressureSystolic"
    " BloodPressureDiastolic RespiratoryRate OxygenSaturation PeripheralPerfusionIndex BloodGlucose NumberOfTimesFallen"
    " ElectrodermalActivity InhalerUsage BloodAlcoholContent ForcedVitalCapacity ForcedExpiratoryVolume1"
    " PeakExpiratoryFlowRate BasalBodyTemperature UVExposure"
).split() + [
    "Dietary" + name
    for name in (
        "FatTotal FatPolyunsaturated FatMonounsaturated FatSaturated Cholesterol Sodium Carbohydrates Fiber Sugar"
        " EnergyConsumed Protein VitaminA VitaminB6 VitaminB12 VitaminC VitaminD VitaminE VitaminK Calcium Iron Thiamin"
        " Riboflavin Niacin Folate Biotin PantothenicAcid Phosphorus Iodine Magnesium Zinc Selenium Copper Manganese"
        " Chromium Molybdenum Chloride Potassium Caffeine Water"
    ).split()
]
CATEGORIES = (
    "SleepAnalysis AppleStandHour CervicalMucusQuality OvulationTestResult MenstrualFlow IntermenstrualBleeding"
    " SexualActivity"
).split()
QUANTITY = {
    "oneOf": [
        record(
            {
                "quantity_type": {"enum": ["HKQuantityTypeIdentifier" + name for name in QUANTITIES]},
                "effective_time_frame": FRAME, **value,
            }, METADATA)
        for value in ({"unit_value": amount()}, {"count": {"type": "number"}})
    ]
}
SCHEMAS = {
    ("omh", "step-count", "3.0"): measure("step_count", "steps", frame=INTERVAL),
    ("omh", "heart-rate", "2.0"): measure(
        "heart_rate", "beats/min", temporal_relationship_to_physical_activity=ACTIVITY,
        temporal_relationship_to_sleep=SLEEP),
    ("omh", "body-weight", "3.0"): measure("body_weight", "kg", "g", "mg", "lb", "oz"),
    ("omh", "body-height", "2.0"): record({"body_height": LENGTH, "effective_time_frame": FRAME}),
    ("omh", "body-mass-index", "3.0"): measure("body_mass_index", "kg/m^2"),
    ("omh", "body-fat-percentage", "2.0"): measure("body_fat_percentage", "%"),
    ("omh", "blood-glucose", "4.0"): measure(
        "blood_glucose", "mg/dL", "mmol/L", temporal_relationship_to_meal=MEAL, temporal_relationship_to_sleep=SLEEP),
    ("omh", "body-temperature", "4.0"): measure(
        "body_temperature", "C", "F", "K", measurement_location=LOCATION, temporal_relationship_to_sleep=SLEEP),
    ("omh", "oxygen-saturation", "2.0"): measure("oxygen_saturation", "%", system={"enum": ["peripheral capillary"]}),
    ("omh", "respiratory-rate", "2.0"): measure(
        "respiratory_rate", "breaths/min", temporal_relationship_to_physical_activity=ACTIVITY),
    ("omh", "calories-burned", "2.0"): measure("kcal_burned", "kcal", frame=INTERVAL, activity_name=TEXT),
    ("omh", "rr-interval", "1.0"): measure("rr_interval", "ms"),
    ("omh", "blood-pressure", "4.0"): record({
        "systolic_blood_pressure": amount("mmHg"), "diastolic_blood_pressure": amount("mmHg"),
        "effective_time_frame": FRAME,
    }),
    ("omh", "physical-activity", "1.2"): record(
        {"activity_name": TEXT}, {"effective_time_frame": FRAME, "distance": LENGTH, "kcal_burned": amount("kcal")}),
    ("omh", "sleep-episode", "1.1"): record({"effective_time_frame": INTERVAL}, {
        "total_sleep_time": DURATION, "wake_after_sleep_onset": DURATION, "latency_to_sleep_onset": DURATION,
        "latency_to_arising": DURATION, "number_of_awakenings": {"type": "integer", "minimum": 0},
        "is_main_sleep": {"type": "boolean"},
    }),
    ("omh", "sleep-duration", "2.0"): record(
        {"sleep_duration": amount("sec", "min", "h"), "effective_time_frame": INTERVAL}),
    ("granola", "hk-quantity-sample", "1.0"): QUANTITY,
    ("granola", "hk-category-sample", "1.0"): record({
        "category_type": {"enum": ["HKCategoryTypeIdentifier" + name for name in CATEGORIES]}, "category_value": TEXT,
        "effective_time_frame": FRAME,
    }, METADATA),
    ("granola", "hk-correlation", "1.0"): record({
        "correlation_type": {"enum": ["HKCorrelationTypeIdentifierBloodPressure", "HKCorrelationTypeIdentifierFood"]},
        "effective_time_frame": FRAME, "quantity_samples": {"type": "array", "minItems": 1, "items": QUANTITY},
    }, METADATA),
}
HEADER = record({
    "id": TEXT, "creation_date_time": TIME, "schema_id": record({"namespace": TEXT, "name": TEXT, "version": TEXT}),
    "acquisition_provenance": record({"source_name": TEXT}, {
        "source_data_point_id": TEXT, "source_creation_date_time": TIME,
        "modality": {"enum": ["sensed", "self-reported"]},
    }),
})
POINT = jsonschema.Draft7Validator(record({"header": HEADER, "body": {"type": "object"}}))
BODIES = {key: jsonschema.Draft7Validator(schema) for key, schema in SCHEMAS.items()}


def amounts(body):
    """Returns the number of a quantity and its unit; the unit of counts is None."""
    if "count" in body:
        return body["count"], None
    for key, value in body.items():
        if isinstance(value, dict) and "unit" in value:
            return value["value"], value["unit"]
    raise AssertionError(sorted(body))


def seconds(text):
    return datetime.datetime.fromisoformat(text).timestamp()


def unions(rows):
    """Returns the times of sleep of each source: apart from each other, and in order."""
    times = collections.defaultdict(list)
    for row in sorted(rows, key=lambda row: row["start"]):
        if "Asleep" not in (row["value_name"] or "") or row["end"] <= row["start"]:
            continue
        start, end = seconds(row["start"]), seconds(row["end"])
        own = times[row["source"]]
        if own and start <= own[-1][1]:
            own[-1] = (own[-1][0], max(own[-1][1], end))
        else:
            own.append((start, end))
    return times


def check_sleep(points, rows):
    """Compares episodes with the samples of sleep: each time of sleep is in one of them, and nothing else is."""
    episodes, durations = collections.defaultdict(list), {}
    for point in points:
        header, body = point["header"], point["body"]
        interval = body["effective_time_frame"]["time_interval"]
        frame = (seconds(interval["start_date_time"]), seconds(interval["end_date_time"]))
        source = header["acquisition_provenance"]["source_name"]
        if header["schema_id"]["name"] == "sleep-duration":
            durations[source, frame] = body["sleep_duration"]["value"]
        else:
            episodes[source].append((frame, body))
    times = unions(rows)
    assert episodes.keys() == times.keys(), (episodes.keys(), times.keys())
    for source, own in episodes.items():
        rest = list(times[source])
        for (start, end), body in sorted(own, key=lambda episode: episode[0]):
            inside = [time for time in rest if start <= time[0] and time[1] <= end]
            assert inside and inside[0][0] == start and inside[-1][1] == end, (source, start, end)
            rest = rest[len(inside):]
            asleep = sum(last - first for first, last in inside)
            assert abs(body["total_sleep_time"]["value"] - asleep) < 1e-3, (source, start)
            assert durations.pop((source, (start, end))) == body["total_sleep_time"]["value"], (source, start)
            awake = body.get("wake_after_sleep_onset")
            if awake:
                assert abs(awake["value"] + asleep - (end - start)) < 1e-3, (source, start)
                assert body["number_of_awakenings"] == len(inside) - 1, (source, start)
        assert not rest, (source, len(rest))
        assert any(body["is_main_sleep"] for _, body in own), source
    assert not durations, len(durations)


counts, compared, ids = collections.Counter(), 0, set()
for path in sorted(folder.glob("*.ndjson")):
    # Episodes of sleep have the identity of their first sample.
    table = ndjson / "samples" / path.name.replace("sleepEpisodes", "sleepAnalysis")
    rows = {row["uuid"]: row for row in map(json.loads, table.open(encoding="utf-8"))}
    points = [json.loads(line) for line in path.open(encoding="utf-8")]
    if path.name == "sleepEpisodes.ndjson":
        check_sleep(points, rows.values())
    for point in points:
        POINT.validate(point)
        header, body = point["header"], point["body"]
        schema = tuple(header["schema_id"][part] for part in ("namespace", "name", "version"))
        BODIES[schema].validate(body)
        assert header["id"] not in ids, path.name
        ids.add(header["id"])
        counts[schema[1]] += 1
        row = rows[header["acquisition_provenance"]["source_data_point_id"]]
        assert header["acquisition_provenance"]["source_name"] == row["source"], path.name
        if row["type"].startswith("HKQuantityTypeIdentifier"):
            value, unit = amounts(body)
            expected = row["value"] * (100 if unit == "%" else 1)
            assert abs(value - expected) <= 1e-12 * max(1, abs(expected)), (path.name, unit, row["unit"])
            compared += 1
assert compared > 0 and counts["blood-pressure"] > 0 and counts["physical-activity"] > 0, counts
assert counts["sleep-episode"] == counts["sleep-duration"] > 0, counts
# A heartbeat series has several data points, and the readings of a correlation have none of their own.
written = receipt["written"]
assert counts["hk-category-sample"] == written.get("categories", 0), counts
assert counts["blood-pressure"] + counts["hk-correlation"] == written.get("correlations", 0), counts
assert counts["physical-activity"] == written["workouts"], counts
assert compared <= written["quantities"], counts
print(f"open-mhealth: {sum(counts.values())} data points of {len(counts)} schemas, {compared} equal to the store")
