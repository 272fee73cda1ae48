// What hoshi is made of: the text of the licences, the bill of materials, and that neither forgets a package.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import {
  EMBEDDED,
  licencesText,
  unlisted,
} from "../../tools/licences.mjs";

const top = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const build = process.env.HOSHI_BUILD;

test("the page, and what make install copies, carry the text of every licence", async () => {
  const text = licencesText();
  for (const holder of [
    "The hoshi authors",
    "Jason Miller",
    "Leon Sorokin",
    "Dan Wheeler",
    "Mark Steere",
  ])
    assert.ok(text.includes(holder), holder);
  for (const file of ["licences.txt", "web/dist/licences.txt"])
    assert.equal(await readFile(path.join(build, file), "utf8"), text, file);
});

test("a package that is bundled and not listed is found", () => {
  const inputs = [
    "web/src/main.tsx",
    "node_modules/preact/dist/preact.mjs",
    "node_modules/uplot/dist/uPlot.esm.js",
  ];
  assert.deepEqual(unlisted(inputs), []);
  assert.deepEqual(
    unlisted([
      ...inputs,
      "node_modules/@some/thing/a.js",
      "node_modules/lodash/b.js",
    ]),
    ["@some/thing", "lodash"],
  );
});

test("all packages that the page may use are listed", async () => {
  const { dependencies } = JSON.parse(
    await readFile(path.join(top, "package.json"), "utf8"),
  );
  for (const name of Object.keys(dependencies))
    assert.ok(
      EMBEDDED.some((one) => one.name === name),
      name,
    );
});

test("the bill of materials is SPDX 2.3 and complete", async () => {
  const bill = JSON.parse(
    await readFile(path.join(build, "hoshi.spdx.json"), "utf8"),
  );
  assert.equal(bill.spdxVersion, "SPDX-2.3");
  assert.match(bill.creationInfo.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const ids = bill.packages.map((one) => one.SPDXID);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^SPDXRef-[A-Za-z0-9.-]+$/);
  for (const name of [
    "hoshi",
    "preact",
    "uplot",
    "@zxcvbn-ts/language-common",
    "jansson",
    "libsodium",
  ]) {
    const one = bill.packages.find((p) => p.name === name);
    assert.match(one?.versionInfo ?? "", /^\d/, name);
    assert.ok(
      bill.relationships.some((r) => r.relatedSpdxElement === one.SPDXID),
      name,
    );
  }
  // What the specification asks of each package and relationship.
  assert.equal(bill.dataLicense, "CC0-1.0");
  for (const one of bill.packages) {
    for (const field of ["name", "downloadLocation", "licenseConcluded"])
      assert.ok(one[field], `${one.name}: ${field}`);
    assert.equal(one.filesAnalyzed, false);
  }
  const known = new Set([...ids, bill.SPDXID]);
  for (const r of bill.relationships) {
    assert.ok(known.has(r.spdxElementId) && known.has(r.relatedSpdxElement));
    assert.match(r.relationshipType, /^(DESCRIBES|CONTAINS|DYNAMIC_LINK)$/);
  }
});

test("calls that lack something say how to call", () => {
  for (const [program, script, ...args] of [
    [process.execPath, "licences.mjs"],
    ["python3", "bill.py", "/nowhere/x", "0.1.0"],
  ]) {
    const done = spawnSync(
      program,
      [path.join(top, "tools", script), ...args],
      { encoding: "utf8" },
    );
    assert.equal(done.status, 2);
    assert.match(done.stderr, new RegExp(`usage: ${script}`));
  }
});
