import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../scripts/page/browser.ts";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { READY_TIMEOUT_MS } from "../harness/instance.ts";
import { runKeys } from "../harness/run-script.ts";
import { announceBatchingWallet } from "./batching-wallet.ts";
import { DAI, NATIVE, type ServedPage, startServedPage, USDC, WIDTH } from "./served-page.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SDAI = "0x83f20f44975d03b1b09e64809b757c47f942beea";
/** Compressed script of the first view. */
const MOST_SCRIPT_BYTES = 250_000;

const chromium = findChromium();

/** Of the scripts that a page loaded, as they were sent. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const loaded = performance.getEntriesByType("resource") as unknown as {
      name: string;
      encodedBodySize: number;
    }[];
    return loaded
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
}

/** What stands seriously in the way of those who cannot see, hear or point. */
async function hindrances(page: Page): Promise<readonly string[]> {
  // As the browser's own tools do; the page's policy lets no text become a script.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<{
          violations: { id: string; impact: string; nodes: { html: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("; ")}`);
  });
}

describe.skipIf(chromium === null)("the page (skipped without chromium)", () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await startServedPage(chromium ?? "");
    ({ page } = served);
  }, READY_TIMEOUT_MS + 10_000);

  afterAll(() => served?.stop());

  test("default: tokens are picked by symbol, and the route is a picture", async () => {
    await served.open("/?chain=1");
    await page.locator("svg .flow-pool").first().waitFor();
    const bytes = await scriptBytes(page);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(MOST_SCRIPT_BYTES);
    await served.pick(/^Token to receive/, "DAI");
    await page.getByLabel("You sell").fill("3");
    await expect.poll(served.amountOut).toMatch(/^[\d,]+(\.\d+)?$/);
    await expect.poll(() => page.locator("svg .flow-pool").count()).toBeGreaterThan(0);
    const trade = { tokenIn: NATIVE, amountIn: 3n * 10n ** 18n, tokenOut: DAI };
    const quoted = await served.trade<{ amountOut: string }>("quote", trade);
    const whole = (BigInt(quoted.amountOut) / 10n ** 18n).toLocaleString("en-US");
    await expect.poll(served.amountOut).toContain(whole);
    expect(await page.locator(".certificate").textContent()).toMatch(/Proven|Nothing is proven/);
  });

  test("behavior: the amount follows the chain", async () => {
    const before = await served.amountOut();
    const block = Number(await served.part("block").getAttribute("data-block"));
    await served.tradeElsewhere();
    await expect.poll(served.amountOut).not.toBe(before);
    const now = async () => Number(await served.part("block").getAttribute("data-block"));
    await expect.poll(now).toBeGreaterThan(block);
  });

  test("behavior: what is sent on the devnet pays what was promised", async () => {
    await page.getByRole("banner").getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("button", { name: /Devnet account/ }).click();
    await page.getByRole("button", { name: /^0x/ }).first().click();
    await page.getByRole("button", { name: /^Balance/ }).waitFor();
    const native = await served.send();
    expect(native.promised).toBeGreaterThan(0n);
    expect(native.received).toBe(native.promised);

    await served.pick(/^Token to sell/, "DAI");
    await served.pick(/^Token to receive/, "USDC");
    await page.getByLabel("You sell").fill("100");
    await expect.poll(served.amountOut).toMatch(/^\d/);
    const token = await served.send();
    expect(token.received).toBe(token.promised);
    expect(token.received).toBeGreaterThan(90_000_000n);
  });

  test("behavior: a yield is entered by its row", async () => {
    await page.getByRole("link", { name: "Earn" }).click();
    await page.getByRole("searchbox", { name: "Search" }).fill(SDAI);
    await page.getByRole("link", { name: /^Deposit into/ }).click();
    await page.getByLabel("You sell").fill("2");
    await expect.poll(served.amountOut).toMatch(/^\d/);
    const { promised, received } = await served.send();
    expect(received).toBe(promised);
    expect(received).toBeGreaterThan(0n);
  });

  test("behavior: a wallet that executes calls at once is asked once (EIP-5792)", async () => {
    const wallet = await announceBatchingWallet(page, served.nodeUrl);
    await served.open("/?chain=1");
    await page.getByRole("banner").getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("button", { name: new RegExp(wallet.name) }).click();
    await served.pick(/^Token to sell/, "DAI");
    await served.pick(/^Token to receive/, "USDC");
    await page.getByLabel("You sell").fill("100");
    await expect.poll(served.amountOut).toMatch(/^\d/);
    const { promised, received } = await served.send();
    expect(received).toBe(promised);
    expect(received).toBeGreaterThan(90_000_000n);
    // Each time the approval and the trade, and no transaction besides.
    expect(wallet.sent.length).toBeGreaterThan(0);
    for (const { version, calls } of wallet.sent) {
      expect(version).toBe("2.0.0");
      expect(calls.map(({ to }) => to)).toEqual([DAI, ROUTER_ADDRESS]);
    }
    expect(wallet.refused).toEqual([]);
  });

  test("behavior: the slider asks the past", async () => {
    await served.open(`/token/1/${USDC}`);
    await page.getByRole("slider").waitFor();
    const paid = () => served.part("as-of-amount").textContent();
    for (const block of [150, 200]) {
      await page.getByRole("slider").fill(String(block));
      await page.getByRole("heading", { name: `As of block ${block}` }).waitFor();
      const { amountOut: then } = await served.trade<{ amountOut: string }>("quote", {
        ...{ tokenIn: USDC, amountIn: 1_000_000n, tokenOut: NATIVE, blockNumber: block },
      });
      const digits = then
        .padStart(19, "0")
        .replace(/(\d{18})$/, ".$1")
        .replace(/0+$/, "");
      await expect.poll(paid).toBe(`${digits} ETH`);
    }
  });

  test("behavior: what size costs is drawn from quotes", async () => {
    await served.open(`/token/1/${DAI}`);
    const name = /^Cost of size: of DAI up to \$[\d.]+[KM] at a cost of [\d.]+ % is sold, up to \$/;
    await page.getByRole("img", { name }).locator("canvas").waitFor();
  });

  test("behavior: three actions are one transaction", async () => {
    await served.open("/bundle?chain=1");
    await page.getByRole("button", { name: "Use an example" }).click();
    await served.part("bundle-result").waitFor();
    expect(await page.locator(".actions > li").count()).toBe(3);
    expect(await page.locator(".chain-of-actions > li").count()).toBe(3);
    await page.getByRole("button", { name: "Remove action 2" }).click();
    expect(await page.locator(".actions > li").count()).toBe(2);
    await page.getByRole("button", { name: "Simulate" }).click();
    await expect.poll(() => page.locator(".chain-of-actions > li").count()).toBe(2);
  });

  test("behavior: calldata is read into steps, and a refusal says what to do", async () => {
    await served.open("/decode?chain=1");
    await page.getByRole("button", { name: "Use an example" }).click();
    await served.part("decoded").waitFor();
    expect(await page.locator(".program > li").count()).toBeGreaterThan(0);
    await page.getByLabel("Calldata").fill("0x12345678");
    await page.getByRole("button", { name: "Decode", exact: true }).click();
    expect(await page.getByRole("alert").textContent()).toMatch(/\w+.*;/);
  });

  test("behavior: guides and the state of the chains", async () => {
    await served.open("/docs");
    await page.getByRole("heading", { name: "First route", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Bundles", exact: true }).click();
    await page.getByRole("heading", { name: "Bundles", level: 1 }).waitFor();
    await served.open("/status");
    await page.getByText("Every chain is fresh").waitFor();
    await page.getByRole("heading", { name: "Berachain" }).waitFor();
  });

  test.for([
    "light",
    "dark",
  ] as const)("behavior: nothing serious stands in anybody's way (%s)", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const path of [
      ...["/?chain=1&amount=20", "/earn", "/bundle", "/decode", "/status", "/docs/first-route"],
      ...[`/token/1/${SDAI}`, "/pool/1/0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640"],
    ]) {
      await served.open(path);
      await page.locator("main h1").waitFor();
      await page.locator(".loading").first().waitFor({ state: "detached" });
      expect(await hindrances(page), path).toEqual([]);
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      expect(width, path).toBeLessThanOrEqual(WIDTH);
    }
  });

  test("behavior: nothing was wrong, and nobody else was asked", () => {
    expect(served.faults).toEqual([]);
  });

  test("behavior: a service with keys asks for one, and keeps it in memory alone", async () => {
    const { instance } = served;
    const made = await runKeys(instance.env, "create", "--name", "page");
    expect(made.code, made.stderr).toBe(0);
    const key = made.stdout.trim().split(/\s+/).at(-1) ?? "";
    const refused = async () => (await fetch(`${instance.baseUrl}/api/v1/protocols`)).status;
    await expect.poll(refused).toBe(401);
    await served.open("/?chain=1");
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.locator("svg .flow-pool").first().waitFor();
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).not.toContain(key);
    expect(page.url()).not.toContain(key);
    await page.reload();
    await page.getByLabel("API key").waitFor();
  });
});
