// `npm run screenshots [-- <url> [<directory>]]`: pictures of every view of a running service, at
// 1440 and 390 pixels, light and dark; into .weir/screenshots.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { readEnvironment } from "../src/lib/env.ts";
import { findChromium, launchBrowser } from "./page/browser.ts";

const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const WIDTHS = [1440, 390] as const;
const SCHEMES = ["light", "dark"] as const;
/** What a view may still be fetching when it is looked at. */
const SETTLE_MS = 2_500;

/** Views by name; a function does what it takes to have something to see. */
const VIEWS: Readonly<Record<string, string | readonly [string, (page: Page) => Promise<void>]>> = {
  swap: "/?chain=1&amount=50",
  "swap-error": `/?chain=1&amount=900000000&tokenOut=${USDC}`,
  picker: [
    "/?chain=1",
    async (page) => page.getByRole("button", { name: /Token to receive/ }).click(),
  ],
  earn: "/earn?chain=1",
  token: "/token/1/0x018008bfb33d285247a21d44e50697654f754e63",
  pool: "/pool/1/0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640",
  position: "/position/1/1:0xc2edad668740f1aa35e4d8f227fb8e17dca888cd:0",
  bundle: [
    "/bundle?chain=1",
    async (page) => page.getByRole("button", { name: "Use an example" }).click(),
  ],
  decode: [
    "/decode?chain=1",
    async (page) => page.getByRole("button", { name: "Use an example" }).click(),
  ],
  status: "/status",
  docs: "/docs/first-route",
};

const [url = `http://127.0.0.1:${readEnvironment(process.env).port}`, given] =
  process.argv.slice(2);
const directory = given ?? join(import.meta.dirname, "../.weir/screenshots");
const chromium = findChromium();
if (chromium === null) {
  console.error("No Chromium is on this machine; install Debian's package chromium.");
  process.exit(1);
}
mkdirSync(directory, { recursive: true });
const browser = await launchBrowser(chromium);
const only = process.env.VIEWS?.split(",");
for (const width of WIDTHS) {
  for (const colorScheme of SCHEMES) {
    const viewport = { width, height: width > 500 ? 900 : 844 };
    const context = await browser.newContext({ viewport, colorScheme });
    for (const [name, view] of Object.entries(VIEWS)) {
      if (only !== undefined && !only.includes(name)) continue;
      const page = await context.newPage();
      page.on("pageerror", (error) => console.error(`${name}: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error") console.error(`${name}: ${message.text()}`);
      });
      const [path, act] = typeof view === "string" ? [view, null] : view;
      await page.goto(url + path);
      await page.waitForTimeout(SETTLE_MS);
      if (act !== null) {
        await act(page).catch((error: unknown) => console.error(`${name}: ${String(error)}`));
        await page.waitForTimeout(SETTLE_MS);
      }
      const file = join(directory, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: true });
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
console.log(`weir: the pictures are in ${directory}`);
