#!/usr/bin/env python3
"""Writes an export with samples of every quantity and category type of the tables in Data/, and blood pressures."""

import csv
import datetime
import sys
import zipfile
from xml.sax.saxutils import quoteattr

NEEDED = {
    "HKCategoryTypeIdentifierMenstrualFlow": [("HKMenstrualCycleStart", "1")],
    "HKQuantityTypeIdentifierInsulinDelivery": [("HKInsulinDeliveryReason", "1")],
    "HKQuantityTypeIdentifierBodyTemperature": [("HKBodyTemperatureSensorLocation", "4")],
    "HKQuantityTypeIdentifierHeartRate": [("HKMetadataKeyHeartRateMotionContext", "1"), ("HKTimeZone", "Asia/Kathmandu")],
    "HKQuantityTypeIdentifierBloodGlucose": [("HKWasUserEntered", "1"), ("HKExternalUUID", "meter-7")],
    "HKQuantityTypeIdentifierBodyMass": [("note", "</script><b>\u202e'\"&"), ("amount", "3 kg")],
}
DEVICE = (
    "<<HKDevice: 0x1>, name:Watch, manufacturer:Maker, model:Watch, hardware:W7, software:11.2, "
    "creation date:2024-01-01 00:00:00 +0000>"
)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def record(element, row, value, unit, start, end, metadata=()):
    attributes = [("type", row), ("sourceName", "Wrist & Co"), ("sourceVersion", "1.2"), ("device", DEVICE)]
    if unit:
        attributes.append(("unit", unit))
    form = "%Y-%m-%d %H:%M:%S +0100"
    attributes += [("creationDate", end.strftime(form)), ("startDate", start.strftime(form)), ("endDate", end.strftime(form))]
    if value is not None:
        attributes.append(("value", value))
    text = "".join(f" {name}={quoteattr(value)}" for name, value in attributes)
    inner = "".join(f"<MetadataEntry key={quoteattr(key)} value={quoteattr(value)}/>" for key, value in metadata)
    return f"<{element}{text}>{inner}</{element}>\n"


def main(data, target):
    types = [row for row in read(f"{data}/types.csv") if not row["deprecated"]]
    cases = {}
    for row in read(f"{data}/enums.csv"):
        if not row["alias_of"] and row["kind"] == "enum":
            cases.setdefault(row["enum"], []).append(row["case"])
    start = datetime.datetime(2025, 3, 1, 8, 0, 0)
    out = ['<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_DE">\n']
    out.append('<ExportDate value="2025-04-01 10:00:00 +0100"/>\n')
    out.append('<Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-31"')
    out.append(' HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"')
    out.append(' HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet"')
    out.append(' HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet"/>\n')
    for number, row in enumerate(types):
        if row["kind"] not in ("quantity", "category"):
            continue
        choices = cases.get(row["value_enum"], [None])
        for step in range(max(3, len(choices))):
            begin = start + datetime.timedelta(days=step, minutes=number)
            end = begin + datetime.timedelta(minutes=step % 3 * 5)
            value = f"{0.25 * (step + 1):g}" if row["kind"] == "quantity" else choices[step % len(choices)]
            out.append(record("Record", row["raw"], value, row["unit"], begin, end, NEEDED.get(row["raw"], ())))
    for step in range(3):
        begin = start + datetime.timedelta(days=step, hours=5)
        readings = "".join(
            record("Record", f"HKQuantityTypeIdentifierBloodPressure{name}", str(value + step), "mmHg", begin, begin)
            for name, value in (("Systolic", 118), ("Diastolic", 77))
        )
        pressure = record("Correlation", "HKCorrelationTypeIdentifierBloodPressure", None, None, begin, begin)
        out.append(pressure.replace("></Correlation>", f">{readings}</Correlation>"))
        out.append(readings)
    out.append("</HealthData>\n")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("apple_health_export/export.xml", "".join(out))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
