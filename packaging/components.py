#!/usr/bin/env python3
"""Lists the packages that are linked into the tool, from the versions that the package manager resolved.

Usage: components.py FORMAT CHECKOUTS RESOLVED VERSION, where CHECKOUTS is the folder with the packages' sources, RESOLVED is
Package.resolved, and FORMAT is one of
  sbom       an SPDX 2.3 document in JSON
  copyright  stanzas for Debian's copyright file
  licenses   the texts of all licenses and notices
The output depends on the packages and $SOURCE_DATE_EPOCH alone.
"""

import glob
import hashlib
import json
import os
import sys
import time

PROJECT = "https://github.com/openhealthkit/open-health-kit"
# Swift's own libraries are linked in as well; they are part of the toolchain and of no package.
RUNTIME = {
    "name": "swift-runtime",
    "url": "https://github.com/swiftlang/swift",
    "license": "Apache-2.0",
    "copyright": "Apple Inc. and the Swift project authors",
}


def license_name(text):
    """Returns the SPDX identifier of a license's text."""
    if "Apache License" in text:
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    sys.exit("components: a license is neither Apache-2.0 nor MIT; add it to license_name")


def packages(checkouts, resolved):
    with open(resolved, encoding="utf-8") as file:
        pins = json.load(file)["pins"]
    for pin in sorted(pins, key=lambda pin: pin["identity"]):
        folder = os.path.join(checkouts, pin["location"].rstrip("/").removesuffix(".git").split("/")[-1])
        files = sorted(glob.glob(os.path.join(folder, "LICENSE*")))
        if not files:
            sys.exit(f"components: {folder} has no LICENSE")
        notices = sorted(glob.glob(os.path.join(folder, "NOTICE*")))
        texts = [read(name) for name in files + notices]
        yield {
            "name": pin["identity"],
            "version": pin["state"]["version"],
            "url": pin["location"],
            "license": license_name(texts[0]),
            "copyright": copyright_line(texts[0]),
            "texts": texts,
        }


def read(name):
    with open(name, encoding="utf-8", errors="replace") as file:
        return file.read()


def copyright_line(text):
    for line in text.split("\n"):
        line = line.strip()
        if line.startswith("Copyright (") or line.startswith("Copyright ©"):
            if "[yyyy]" not in line:
                return line.removeprefix("Copyright").replace("(c)", "").replace("(C)", "").replace("©", "").strip()
    return "the authors of the package, see the license texts"


def sbom(found, version):
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", "0"))))
    entry = lambda name, version, url, license: {
        "SPDXID": "SPDXRef-" + "".join(c if c.isalnum() else "-" for c in name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": url,
        "filesAnalyzed": False,
        "licenseConcluded": license,
        "licenseDeclared": license,
        "copyrightText": "NOASSERTION",
    }
    root = entry("openhealthkit", version, PROJECT, "Apache-2.0")
    parts = [entry(p["name"], p["version"], p["url"], p["license"]) for p in found]
    parts.append(entry(RUNTIME["name"], os.environ.get("SWIFT_VERSION", "NOASSERTION"), RUNTIME["url"], "Apache-2.0"))
    digest = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"openhealthkit-{version}",
        "documentNamespace": f"{PROJECT}/spdx/{version}/{digest[:16]}",
        "creationInfo": {"created": created, "creators": ["Tool: packaging/components.py"]},
        "packages": [root] + parts,
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": root["SPDXID"]}
        ]
        + [
            {"spdxElementId": root["SPDXID"], "relationshipType": "CONTAINS", "relatedSpdxElement": part["SPDXID"]}
            for part in parts
        ],
    }
    print(json.dumps(document, indent=2, sort_keys=True))


def stanzas(found):
    for part in found + [RUNTIME]:
        name = "Expat" if part["license"] == "MIT" else part["license"]
        print(f"Files: bin/health ({part['name']})\nCopyright: {part['copyright']}\nLicense: {name}\n")
    mit = next(part["texts"][0] for part in found if part["license"] == "MIT")
    body = mit[mit.index("Permission is hereby granted") :].strip().split("\n")
    print("License: Expat\n" + "\n".join(" " + (line.strip() or ".") for line in body) + "\n")


def licenses(found):
    for part in found:
        print("=" * 78 + f"\n{part['name']} {part['version']}\n{part['url']}\n" + "=" * 78)
        print("\n".join(part["texts"]))


def main():
    if len(sys.argv) != 5 or sys.argv[1] not in ("sbom", "copyright", "licenses"):
        sys.exit(__doc__)
    found = list(packages(sys.argv[2], sys.argv[3]))
    {"sbom": lambda: sbom(found, sys.argv[4]), "copyright": lambda: stanzas(found), "licenses": lambda: licenses(found)}[
        sys.argv[1]
    ]()


main()
