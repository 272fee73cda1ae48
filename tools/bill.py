#!/usr/bin/env python3
"""Writes the bill of materials: what hoshi contains and which libraries it is linked with, as SPDX 2.3 (JSON).

usage: bill.py OUTPUT VERSION DATE [NAME=VERSION...]   linked libraries by their names in pkg-config

What is inside the program is listed in tools/embedded.json; its versions and licences are those of package-lock.json,
so that neither Node.js nor npm is needed. DATE is that of the Debian changelog, or SOURCE_DATE_EPOCH."""
import email.utils
import json
import os
import re
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read(*names):
    with open(os.path.join(TOP, *names), encoding="utf-8") as f:
        return json.load(f)


def package(name, version, licence, copyright_text="NOASSERTION"):
    return {
        "name": name,
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name).lstrip("-"),
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": copyright_text,
    }


def bill(version, seconds, linked):
    hoshi = package("hoshi", version, "MIT", "Copyright (c) 2026 The hoshi authors")
    locked = read("package-lock.json")["packages"]
    inside = []
    for name in (one["name"] for one in read("tools", "embedded.json")):
        about = locked["node_modules/" + name]
        inside.append(package(name, about["version"], about["license"]) | {"externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": f"pkg:npm/{name.replace('@', '%40')}@{about['version']}",
        }]})
    libraries = [package(name, its_version, "NOASSERTION") for name, its_version in linked]

    def relation(start, kind, end):
        return {"spdxElementId": start, "relationshipType": kind, "relatedSpdxElement": end["SPDXID"]}

    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"hoshi-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/hoshi-{version}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)),
                         "creators": ["Tool: hoshi-tools/bill.py"]},
        "packages": [hoshi, *inside, *libraries],
        "relationships": [relation("SPDXRef-DOCUMENT", "DESCRIBES", hoshi),
                          *(relation(hoshi["SPDXID"], "CONTAINS", one) for one in inside),
                          *(relation(hoshi["SPDXID"], "DYNAMIC_LINK", one) for one in libraries)],
    }


def main():
    if len(sys.argv) < 4 or any("=" not in word for word in sys.argv[4:]):
        print("usage: bill.py OUTPUT VERSION DATE [NAME=VERSION...]", file=sys.stderr)
        sys.exit(2)
    output, version, date, *linked = sys.argv[1:]
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or email.utils.mktime_tz(email.utils.parsedate_tz(date))
    with open(output, "w", encoding="utf-8") as f:
        json.dump(bill(version, int(seconds), [one.split("=", 1) for one in linked]), f, indent=2)
        f.write("\n")


if __name__ == "__main__":
    main()
