// Builds the npm package: node bindings/npm/build.mjs OUTDIR RULES.WASM ENGINE.WASM VERSION NET... Bundles the scripts,
// declares their types, and copies modules and nets. Meson runs it (bindings/npm/meson.build).
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const [outDir, rules, engine, version, ...nets] = process.argv.slice(2);
if (!outDir || !rules || !engine || !version) {
  console.error(
    "usage: node bindings/npm/build.mjs OUTDIR RULES.WASM ENGINE.WASM VERSION [NET...]",
  );
  process.exit(2);
}
await rm(outDir, { recursive: true, force: true });
await mkdir(path.join(outDir, "nets"), { recursive: true });
await build({
  entryPoints: ["index", "engine", "board"].map((name) =>
    path.join(here, `src/${name}.ts`),
  ),
  outdir: outDir,
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  logLevel: "warning",
});
execFileSync(
  process.execPath,
  [
    path.join(here, "../../node_modules/typescript/bin/tsc"),
    ...[
      "-p",
      path.join(here, "tsconfig.json"),
      "--outDir",
      path.join(outDir, "types"),
    ],
  ],
  { stdio: "inherit" },
);
await copyFile(rules, path.join(outDir, "rules.wasm"));
await copyFile(engine, path.join(outDir, "engine.wasm"));
await copyFile(path.join(here, "README.md"), path.join(outDir, "README.md"));
await copyFile(path.join(here, "../../LICENSE"), path.join(outDir, "LICENSE"));
for (const net of nets)
  await copyFile(net, path.join(outDir, "nets", path.basename(net)));
const about = JSON.parse(
  await readFile(path.join(here, "package.json"), "utf8"),
);
await writeFile(
  path.join(outDir, "package.json"),
  `${JSON.stringify({ ...about, version }, null, 2)}\n`,
);
