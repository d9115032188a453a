#!/usr/bin/env python3
"""Checks the OpenAPI document, the FHIR resources and the responses of routes without parameters against their models.

Usage: validate.py ADDRESS DATA, where TOKEN contains the token of an app that may read everything.
"""

import csv
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

from fhir.resources.R4B import get_fhir_model_class
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import OpenAPIV31SpecValidator

ADDRESS, DATA = sys.argv[1:3]
FAULTS = []


def get(path, token=os.environ["TOKEN"]):
    request = urllib.request.Request(path if path.startswith("http") else ADDRESS + path)
    if token:
        request.add_header("Authorization", "Bearer " + token)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers.get("Content-Type"), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get("Content-Type"), error.read()


def fault(text):
    FAULTS.append(text)
    print("FAULT:", text[:2000])


def check_document():
    documents = [json.loads(get(path)[2]) for path in ("/openapi.json", "/owner/openapi.json")]
    for document in documents:
        for error in OpenAPIV31SpecValidator(document).iter_errors():
            fault(f"OpenAPI: {error.message} at {list(error.absolute_path)}")
    document, owner = documents
    document["paths"].update(owner["paths"])
    for kind, parts in owner["components"].items():
        document["components"][kind] = {**parts, **document["components"].get(kind, {})}
    for name, schema in document["components"]["schemas"].items():
        Draft202012Validator.check_schema(schema)
    return document


def schema_of(document, name):
    return {"$ref": f"#/components/schemas/{name}", "components": document["components"]}


def matches(document, schema, value, where):
    validator = Draft202012Validator({**schema, "components": document["components"]}, format_checker=FormatChecker())
    for error in list(validator.iter_errors(value))[:3]:
        fault(f"{where}: {error.message} at {list(error.absolute_path)}")


def check_resource(document, resource, where):
    kind = resource["resourceType"]
    try:
        get_fhir_model_class(kind).model_validate(resource)
    except ValueError as error:
        fault(f"{where}: fhir.resources: {error}")
    name = "SearchBundle" if kind == "Bundle" else kind
    matches(document, schema_of(document, name), resource, where)


def pages(document, path):
    """Yields the resources of all pages of a search."""
    while path:
        status, kind, body = get(path)
        if status != 200 or kind != "application/fhir+json":
            fault(f"GET {path}: {status} {kind}")
            return
        bundle = json.loads(body)
        check_resource(document, bundle, path)
        for entry in bundle.get("entry", []):
            yield entry["resource"]
        path = next((link["url"] for link in bundle["link"] if link["relation"] == "next"), None)


def check_fhir(document):
    for path in ("/fhir/metadata", "/fhir/Patient/person", "/fhir/Patient/unknown"):
        check_resource(document, json.loads(get(path)[2]), path)
    everything = list(pages(document, "/fhir/Patient/person/$everything?_count=50"))
    for resource in everything:
        check_resource(document, resource, f"{resource['resourceType']}/{resource['id']}")
    if len({resource["id"] for resource in everything}) != len(everything):
        fault("$everything has a resource twice")
    with open(f"{DATA}/fhir_types.csv", newline="", encoding="utf-8") as file:
        types = list(csv.DictReader(file))
    for row in types:
        token = urllib.parse.quote("urn:openhealthkit:type|" + row["type"])
        found = list(pages(document, f"/fhir/Observation?code={token}&_count=2"))
        if not found:
            fault(f"{row['type']}: no observations")
        for resource in found:
            check_resource(document, resource, f"Observation/{resource['id']}")
            status, _, body = get(f"/fhir/Observation/{resource['id']}")
            if status != 200 or json.loads(body) != resource:
                fault(f"Observation/{resource['id']} reads back otherwise")
    print(f"FHIR: {len(everything)} resources of $everything, {len(types)} types")


def check_answers(document):
    """Checks the responses of every GET route without parameters."""
    count = 0
    for path, methods in document["paths"].items():
        operation = methods.get("get")
        if not operation or "{" in path or any(p["required"] for p in operation.get("parameters", [])):
            continue
        answers = {code: answer for code, answer in operation["responses"].items() if code.startswith("2")}
        contents = [content for answer in answers.values() for content in answer.get("content", {}).items()]
        if not any(kind.endswith("json") for kind, _ in contents):
            continue
        if operation.get("security") and "token" not in operation["security"][0]:
            continue
        status, kind, body = get(path)
        count += 1
        if str(status) not in answers:
            fault(f"GET {path}: {status}, which is not in the document: {body[:300]}")
        elif kind in answers[str(status)].get("content", {}):
            matches(document, answers[str(status)]["content"][kind]["schema"], json.loads(body), f"GET {path}")
        else:
            fault(f"GET {path}: {kind} is not in the document")
    print(f"answers: {count} routes")


DOCUMENT = check_document()
print(f"document: {sum(len(methods) for methods in DOCUMENT['paths'].values())} routes")
check_fhir(DOCUMENT)
check_answers(DOCUMENT)
sys.exit(1 if FAULTS else 0)
