#!/usr/bin/env python3
"""Generates clients from the OpenAPI document of a running server and uses them: generators.py ADDRESS FOLDER [DOCUMENT].

TOKEN contains the token of an app with all permissions. openapi-python-client and openapi-generator, for Python and for TypeScript, generate
clients, without a warning, which save, read, follow pages and delete; datamodel-code-generator generates models, as which answers are parsed.
No type may be numbered. DOCUMENT replaces the document of the server. Java, node and tsc are needed.
"""

import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request

ADDRESS, FOLDER = sys.argv[1:3]
TOKEN = os.environ["TOKEN"]
TOOLS = os.path.dirname(sys.executable)


def get(path):
    request = urllib.request.Request(ADDRESS + path, headers={"Authorization": "Bearer " + TOKEN})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()


def run(*command):
    environment = {**os.environ, "ADDRESS": ADDRESS}
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        sys.exit(f"{os.path.basename(command[0])} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout + done.stderr


def check_client():
    with open(f"{FOLDER}/client.yaml", "w", encoding="utf-8") as file:
        file.write("post_hooks: []\n")
    run(
        f"{TOOLS}/openapi-python-client", "generate", "--path", "openapi.json", "--output-path", "health_client", "--meta", "none",
        "--config", "client.yaml", "--fail-on-warning", "--overwrite")
    sys.path.insert(0, FOLDER)
    from health_client import AuthenticatedClient, models
    from health_client.api.app import show_app
    from health_client.api.samples import delete_sample, list_samples, save_samples
    from health_client.api.statistics import read_statistics
    from health_client.api.webhooks import list_webhooks

    client = AuthenticatedClient(base_url=ADDRESS, token=TOKEN)
    account = show_app.sync(client=client)
    assert account.identifier == "org.example.generated" and account.quotas, account
    start = datetime.datetime(2001, 3, 14, 7, 30, tzinfo=datetime.timezone.utc)
    body = models.SaveSamplesRequest(
        samples=[
            models.NewSample(type_="bodyMass", start_date=start + datetime.timedelta(hours=hour), value=80 + hour, unit="kg")
            for hour in range(3)
        ])
    saved = save_samples.sync(client=client, body=body)
    assert len(saved.uuids) == 3, saved
    values, cursor = [], None
    while True:
        pages = {"cursor": cursor} if cursor else {}
        page = list_samples.sync(
            client=client, type_="bodyMass", from_=start, to=start + datetime.timedelta(hours=4), limit=2, **pages)
        assert isinstance(page, models.SampleList), page
        values += [sample.value for sample in page.samples]
        cursor = page.cursor
        if not isinstance(cursor, str):
            break
    assert values == [80, 81, 82], values
    for uuid in saved.uuids:
        assert delete_sample.sync_detailed(uuid, client=client).status_code == 204
    statistics = read_statistics.sync(client=client, type_="heartRate", every="month")
    assert isinstance(statistics, models.StatisticsList) and statistics.statistics, statistics
    assert isinstance(list_webhooks.sync(client=client), models.WebhookList)
    problem = list_samples.sync(client=client, type_="stepCoun")
    assert isinstance(problem, models.Problem) and problem.status == 422, problem
    print("openapi-python-client: a client saves, reads pages and deletes")


def check_models():
    run(
        f"{TOOLS}/datamodel-codegen", "--input", "openapi.json", "--input-file-type", "openapi", "--output", "health_models.py",
        "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin")
    with open(f"{FOLDER}/health_models.py", encoding="utf-8") as file:
        names = re.findall(r"^class (\w+)", file.read(), re.MULTILINE)
    numbered = [name for name in names if re.search(r"\D\d{1,2}$", name)]
    assert not numbered, f"numbered types: {numbered}"
    import health_models

    for path, name in [
        ("/v1/samples?type=heartRate&limit=20", "SampleList"), ("/v1/samples?type=sleepAnalysis&limit=20", "SampleList"),
        ("/v1/samples?type=workout&limit=5", "SampleList"), ("/v1/types", "VisibleTypeList"), ("/v1/catalogue", "Catalogue"),
        ("/v1/statistics?type=heartRate&every=month", "StatisticsList"), ("/v1/webhooks", "WebhookList"), ("/v1/app", "AppAccount"),
        ("/v1/sources?type=heartRate", "SourceList"), ("/v1/insights", "InsightList"),
    ]:
        getattr(health_models, name).model_validate_json(get(path))
    print(f"datamodel-code-generator: {len(names)} models")


# The reports of openapi-generator on any document: that it reads OpenAPI 3.1, schemas of any value, and names that the language uses.
ALWAYS_REPORTED = re.compile(
    r"OpenAPI 3\.1 support is still in beta|Failed to get the schema name: null|Codegen property is null \(e\.g\. map/dict of undefined type\)"
    r"|^(Date|From) \((reserved word|model name matches existing language type)\)")


def generate(language, folder, *options):
    """Generates a client with openapi-generator. The keys of FHIR for the elements of primitive values have names of their own."""
    report = run(
        f"{TOOLS}/openapi-generator-cli", "generate", "-g", language, "-i", "openapi.json", "-o", folder,
        "--name-mappings", "_start=startElement,_end=endElement,_effectiveDateTime=effectiveDateTimeElement",
        "--global-property", "apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false", *options)
    warnings = re.findall(r"(?:WARN|ERROR)\s+\S+ - (.*)", report)
    assert warnings, "openapi-generator has another form of warnings"
    new = [warning for warning in warnings if not ALWAYS_REPORTED.search(warning)]
    assert not new, f"warnings of openapi-generator for {language}: {new}"


def check_python():
    generate("python", "python", "--package-name", "health_generated")
    sys.path.insert(0, f"{FOLDER}/python")
    import health_generated
    from health_generated.exceptions import UnprocessableEntityException

    client = health_generated.ApiClient(health_generated.Configuration(host=ADDRESS, access_token=TOKEN))
    assert health_generated.AppApi(client).show_app().identifier == "org.example.generated"
    samples = health_generated.SamplesApi(client)
    start = datetime.datetime(2001, 4, 14, 7, 30, tzinfo=datetime.timezone.utc)
    end = start + datetime.timedelta(hours=4)
    weights = [
        health_generated.NewSample(type="bodyMass", startDate=start + datetime.timedelta(hours=hour), value=80 + hour, unit="kg")
        for hour in range(3)
    ]
    saved = samples.save_samples(health_generated.SaveSamplesRequest(samples=weights))
    values, cursor = [], None
    while True:
        page = samples.list_samples("bodyMass", var_from=start, to=end, limit=2, cursor=cursor)
        values += [sample.value for sample in page.samples]
        cursor = page.cursor
        if cursor is None:
            break
    assert values == [80, 81, 82], values
    months = health_generated.StatisticsApi(client).read_statistics("bodyMass", var_from=start, to=end, every="month")
    assert [month.average.value.actual_instance for month in months.statistics] == [81], months
    for uuid in saved.uuids:
        samples.delete_sample(uuid)
    assert not samples.list_samples("bodyMass", var_from=start, to=end).samples
    try:
        samples.list_samples("stepCoun")
        sys.exit("openapi-generator, Python: an unknown type was accepted")
    except UnprocessableEntityException as error:
        assert error.data.status == 422, error.data
    print("openapi-generator, Python: a client saves, reads pages and statistics, and deletes")


def check_typescript():
    generate("typescript-fetch", "typescript")
    shutil.copy(f"{os.path.dirname(os.path.abspath(__file__))}/generators.ts", FOLDER)
    # The code for newer compilers than Debian's narrows types that this one does not.
    run(
        "tsc", "--target", "es2020", "--module", "commonjs", "--moduleResolution", "node", "--lib", "es2020,dom", "--strict",
        "--noImplicitAny", "false", "--outDir", "compiled", "generators.ts")
    run("node", "compiled/generators.js")
    print("openapi-generator, TypeScript: a client saves, reads pages and statistics, and deletes")


with open(sys.argv[3], "rb") if len(sys.argv) > 3 else urllib.request.urlopen(ADDRESS + "/openapi.json", timeout=60) as source:
    document = json.load(source)
os.makedirs(FOLDER, exist_ok=True)
with open(f"{FOLDER}/openapi.json", "w", encoding="utf-8") as target:
    json.dump(document, target)
check_client()
check_models()
check_python()
check_typescript()
