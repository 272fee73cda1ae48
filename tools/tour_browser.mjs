// Takes the screenshots for the browser picture of the tour (tools/tour.py): tour_browser.mjs URL FOLDER.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const { chromium } = createRequire(import.meta.url)("playwright-core");
const [, , url, folder] = process.argv;
const SIZE = { width: 900, height: 600 };
const frames = [];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await (await browser.newContext({ viewport: SIZE, reducedMotion: "reduce" })).newPage();

async function take(caption, seconds) {
  const file = `${frames.length}.jpg`;
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
  await page.screenshot({ path: path.join(folder, file), type: "jpeg", quality: 45 });
  frames.push({ file, caption, seconds });
}

const mine = () => page.locator(".board.interactive").waitFor();

await page.goto(url);
await page.locator(".card").first().waitFor();
await take("Four games, one click to play", 3);
await page.goto(`${url}/rules/levee`);
await page.locator(".board").first().waitFor();
await take("The rules, with figures to play with", 3);
await page.goto(url);
await page.locator(".card").nth(2).getByRole("button", { name: "Play now" }).click();
await mine();
await take("A match against the engine, without signing up", 2.5);
for (const turn of [10, 24]) {
  const moves = await page.locator(".move").count();
  await page.locator(".target.legal").nth(turn).click();
  while ((await page.locator(".move").count()) < moves + 2) await page.waitForTimeout(100);
  await mine();
  await take("A click places a stone; the engine answers", 2.5);
}
await writeFile(path.join(folder, "frames.json"), JSON.stringify({ ...SIZE, frames }));
await browser.close();
