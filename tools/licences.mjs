// Says what hoshi is made of, and under which licences: the text that the page, the packages and `make install` carry,
// and the bill of materials.
//
// usage: node tools/licences.mjs text OUTPUT
//        node tools/licences.mjs spdx OUTPUT VERSION DATE [NAME=VERSION...]   linked libraries by their pkg-config names
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const top = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** What is inside the program and the page, in the words of the package that it comes from. */
export const EMBEDDED = [
  { name: 'preact', file: 'LICENSE', what: 'Preact, in the page' },
  { name: 'uplot', file: 'LICENSE', what: 'uPlot, in the page: curves of ratings' },
  {
    name: '@zxcvbn-ts/language-common',
    file: 'LICENSE.txt',
    what: 'The list of common passwords of zxcvbn-ts, in the server',
  },
];

const read = (...names) => readFileSync(path.join(top, ...names), 'utf8');
const about = (name) => JSON.parse(read('node_modules', name, 'package.json'));

export function licencesText() {
  const parts = EMBEDDED.map(({ name, file, what }) => {
    const { version, license } = about(name);
    const title = `${what} (${name} ${version}, ${license})`;
    return `${title}\n${'-'.repeat(title.length)}\n\n${read('node_modules', name, file).trim()}\n`;
  });
  const own = `hoshi\n-----\n\n${read('LICENSE').trim()}\n\n${read('NOTICE').trim()}\n`;
  return [own, ...parts].join('\n\n').replace(/\r/g, '');
}

/** The packages whose files a bundle holds, from esbuild's metafile; those that EMBEDDED lacks are a mistake. */
export function unlisted(inputs) {
  const found = new Set();
  for (const file of inputs) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
    if (name !== undefined && !EMBEDDED.some((one) => one.name === name)) found.add(name);
  }
  return [...found];
}

/** SPDX 2.3. */
export function billOfMaterials(version, date, linked) {
  const id = (name) => `SPDXRef-${name.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-/, '')}`;
  const hoshi = {
    name: 'hoshi',
    SPDXID: 'SPDXRef-hoshi',
    versionInfo: version,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'MIT',
    licenseDeclared: 'MIT',
    copyrightText: 'Copyright (c) 2026 The hoshi authors',
  };
  const inside = EMBEDDED.map(({ name }) => {
    const one = about(name);
    return {
      name,
      SPDXID: id(name),
      versionInfo: one.version,
      downloadLocation: 'NOASSERTION', // the package URL below names it
      filesAnalyzed: false,
      licenseConcluded: one.license,
      licenseDeclared: one.license,
      copyrightText: 'NOASSERTION',
      externalRefs: [
        {
          referenceCategory: 'PACKAGE-MANAGER',
          referenceType: 'purl',
          referenceLocator: `pkg:npm/${name.replace('@', '%40')}@${one.version}`,
        },
      ],
    };
  });
  const libraries = linked.map(([name, libraryVersion]) => ({
    name,
    SPDXID: id(name),
    versionInfo: libraryVersion,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: 'NOASSERTION',
    copyrightText: 'NOASSERTION',
  }));
  const relation = (from, kind, to) => ({
    spdxElementId: from,
    relationshipType: kind,
    relatedSpdxElement: to,
  });
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `hoshi-${version}`,
    documentNamespace: `https://spdx.org/spdxdocs/hoshi-${version}`,
    creationInfo: { created: date, creators: ['Tool: hoshi-tools/licences.mjs'] },
    packages: [hoshi, ...inside, ...libraries],
    relationships: [
      relation('SPDXRef-DOCUMENT', 'DESCRIBES', hoshi.SPDXID),
      ...inside.map((one) => relation(hoshi.SPDXID, 'CONTAINS', one.SPDXID)),
      ...libraries.map((one) => relation(hoshi.SPDXID, 'DYNAMIC_LINK', one.SPDXID)),
    ],
  };
}

function main([kind, output, version, date, ...linked]) {
  if (kind === 'text' && output) return writeFileSync(output, licencesText());
  if (kind === 'spdx' && date) {
    const bill = billOfMaterials(version, new Date(date).toISOString().replace('.000', ''), linked.map((one) => one.split('=')));
    return writeFileSync(output, `${JSON.stringify(bill, null, 2)}\n`);
  }
  console.error('usage: licences.mjs text OUTPUT | licences.mjs spdx OUTPUT VERSION DATE [NAME=VERSION...]');
  process.exitCode = 2;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
