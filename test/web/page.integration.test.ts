import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, launchBrowser } from "../../scripts/page/browser.ts";
import {
  type Instance,
  instanceEnvironment,
  READY_TIMEOUT_MS,
  startInstance,
} from "../harness/instance.ts";
import { runKeys } from "../harness/run-script.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const DAI = "0x6b175474e89094c44da98b954eedeac495271d0f";
const SDAI = "0x83f20f44975d03b1b09e64809b757c47f942beea";
/** An account of the devnet that the page does not use. */
const OTHER = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
/** Between two blocks of the devnet. */
const BLOCK_SECONDS = 2;
/** Compressed script of the first view. */
const MOST_SCRIPT_BYTES = 250_000;
/** For machines that run other tests beside. */
const SLOW_MS = 60_000;

const chromium = findChromium();

describe.skipIf(chromium === null)("the page (skipped without chromium)", () => {
  let instance: Instance;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** What the browser complained of, and what it asked of other hosts. */
  const faults: string[] = [];

  beforeAll(async () => {
    instance = startInstance(await instanceEnvironment(), ["--no-trader"]);
    browser = await launchBrowser(chromium ?? "");
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(SLOW_MS);
    page = await context.newPage();
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      // A refusal of the API is shown by the page, and logged by the browser on its own.
      const isRefusal = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isRefusal) faults.push(message.text());
    });
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      const isOwn = origin === instance.baseUrl || protocol === "data:" || protocol === "blob:";
      if (!isOwn) faults.push(`asked ${request.url()}`);
    });
    await instance.printed("Press Ctrl-C to stop.", READY_TIMEOUT_MS);
    expect(instance.output()).toContain(`${instance.baseUrl}/\n`);
  }, READY_TIMEOUT_MS + 10_000);

  afterAll(async () => {
    await browser?.close();
    await instance?.dispose();
  });

  const open = (path: string) => page.goto(`${instance.baseUrl}${path}`);
  const part = (name: string) => page.locator(`[data-test="${name}"]`);
  const amountOut = () => part("amount-out").textContent();

  /** Asks again where the service says so: it has the page's requests besides. */
  async function api<T>(path: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${instance.baseUrl}${path}`);
      if (response.ok) return (await response.json()) as T;
      const wait = response.headers.get("retry-after");
      if (wait === null || attempt === 30) {
        throw new Error(`${path}: ${response.status} ${await response.text()}`);
      }
      await sleep(Number(wait) * 1_000);
    }
  }

  async function rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${instance.env.DEVNET_PORT_1}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return ((await response.json()) as { result: T }).result;
  }

  /** A large trade of somebody else's, so that prices move. */
  async function tradeElsewhere(): Promise<void> {
    const query = `chainId=1&fromAddress=${OTHER}&tokenIn=${NATIVE}&amountIn=${200n * 10n ** 18n}&tokenOut=${DAI}`;
    const { tx, gas } = await api<{ tx: Record<string, string>; gas: string }>(
      `/api/v1/shortcuts/route?${query}`,
    );
    const hex = (value: string | undefined) => `0x${BigInt(value ?? 0).toString(16)}`;
    await rpc("eth_sendTransaction", [{ ...tx, value: hex(tx.value), gas: hex(gas) }]);
  }

  async function pick(side: RegExp, symbol: string): Promise<void> {
    await page.getByRole("button", { name: side }).click();
    await page.getByPlaceholder("Symbol, name or address").fill(symbol);
    await page
      .getByRole("button", { name: new RegExp(`^${symbol}\\b`) })
      .last()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }

  /**
   * Sends what the form holds until it is in the very block that it was made for, and reads what
   * came of it beside what was promised. A machine that is busy gets longer blocks.
   */
  async function send() {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      await rpc("evm_setIntervalMining", [Math.min(BLOCK_SECONDS * 2 ** attempt, 32)]);
      await page.getByRole("button", { name: "Swap", exact: true }).click();
      const back = page.getByRole("button", { name: "Back", exact: true });
      await part("done").or(back).waitFor();
      if (await back.isVisible()) {
        // A service that is busy says so, and asks to be asked again.
        expect(await page.getByRole("alert").textContent()).toMatch(/behind the chain|Overloaded/);
        await back.click();
        continue;
      }
      const units = async (which: string) =>
        BigInt((await part(which).getAttribute("data-units")) ?? "-1");
      const promised = await units("promised");
      const received = await units("received");
      expect(received).toBeGreaterThanOrEqual(await units("at-least"));
      expect(await part("decoded").locator(".program > li").first().textContent()).toMatch(/\w/);
      const late = await part("done").getAttribute("data-late");
      await page.getByRole("button", { name: "Swap again" }).click();
      if (late !== "0") continue;
      await rpc("evm_setIntervalMining", [BLOCK_SECONDS]);
      return { promised, received };
    }
    throw new Error("no transaction was in the block that it was made for");
  }

  test("default: tokens are picked by symbol, and the route is a picture", async () => {
    await open("/?chain=1");
    await page.locator("svg .flow-pool").first().waitFor();
    const bytes = await page.evaluate(() => {
      const loaded = performance.getEntriesByType("resource") as unknown as {
        name: string;
        encodedBodySize: number;
      }[];
      return loaded
        .filter(({ name }) => name.endsWith(".js"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    });
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(MOST_SCRIPT_BYTES);
    await pick(/^Token to receive/, "DAI");
    await page.getByLabel("You sell").fill("3");
    await expect.poll(amountOut).toMatch(/^[\d,]+(\.\d+)?$/);
    await expect.poll(() => page.locator("svg .flow-pool").count()).toBeGreaterThan(0);
    const query = `chainId=1&fromAddress=${OTHER}&tokenIn=${NATIVE}&amountIn=${3n * 10n ** 18n}&tokenOut=${DAI}`;
    const quoted = await api<{ amountOut: string }>(`/api/v1/shortcuts/quote?${query}`);
    const whole = (BigInt(quoted.amountOut) / 10n ** 18n).toLocaleString("en-US");
    await expect.poll(amountOut).toContain(whole);
    expect(await page.locator(".certificate").textContent()).toMatch(/Proven|Nothing is proven/);
  });

  test("behavior: the amount follows the chain", async () => {
    const before = await amountOut();
    const block = Number(await part("block").getAttribute("data-block"));
    await tradeElsewhere();
    await expect.poll(amountOut).not.toBe(before);
    const now = async () => Number(await part("block").getAttribute("data-block"));
    await expect.poll(now).toBeGreaterThan(block);
  });

  test("behavior: what is sent on the devnet pays what was promised", async () => {
    await page.getByRole("banner").getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("button", { name: /Devnet account/ }).click();
    await page.getByRole("button", { name: /^0x/ }).first().click();
    await page.getByRole("button", { name: /^Balance/ }).waitFor();
    const native = await send();
    expect(native.promised).toBeGreaterThan(0n);
    expect(native.received).toBe(native.promised);

    await pick(/^Token to sell/, "DAI");
    await pick(/^Token to receive/, "USDC");
    await page.getByLabel("You sell").fill("100");
    await expect.poll(amountOut).toMatch(/^\d/);
    const token = await send();
    expect(token.received).toBe(token.promised);
    expect(token.received).toBeGreaterThan(90_000_000n);
  });

  test("behavior: a yield is entered by its row", async () => {
    await page.getByRole("link", { name: "Earn" }).click();
    await page.getByRole("searchbox", { name: "Search" }).fill(SDAI);
    await page.getByRole("link", { name: /^Deposit into/ }).click();
    await page.getByLabel("You sell").fill("2");
    await expect.poll(amountOut).toMatch(/^\d/);
    const { promised, received } = await send();
    expect(received).toBe(promised);
    expect(received).toBeGreaterThan(0n);
  });

  test("behavior: the slider asks the past", async () => {
    await open(`/token/1/${USDC}`);
    await page.getByRole("slider").waitFor();
    const paid = () => part("as-of-amount").textContent();
    for (const block of [150, 200]) {
      await page.getByRole("slider").fill(String(block));
      await page.getByRole("heading", { name: `As of block ${block}` }).waitFor();
      const query = `chainId=1&fromAddress=${OTHER}&tokenIn=${USDC}&amountIn=1000000&tokenOut=${NATIVE}`;
      const { amountOut: then } = await api<{ amountOut: string }>(
        `/api/v1/shortcuts/quote?${query}&blockNumber=${block}`,
      );
      const digits = then
        .padStart(19, "0")
        .replace(/(\d{18})$/, ".$1")
        .replace(/0+$/, "");
      await expect.poll(paid).toBe(`${digits} ETH`);
    }
  });

  test("behavior: what size costs is drawn from quotes", async () => {
    await open(`/token/1/${DAI}`);
    const name = /^Cost of size: of DAI up to \$[\d.]+[KM] at a cost of [\d.]+ % is sold, up to \$/;
    await page.getByRole("img", { name }).locator("canvas").waitFor();
  });

  test("behavior: three actions are one transaction", async () => {
    await open("/bundle?chain=1");
    await page.getByRole("button", { name: "Use an example" }).click();
    await part("bundle-result").waitFor();
    expect(await page.locator(".actions > li").count()).toBe(3);
    expect(await page.locator(".chain-of-actions > li").count()).toBe(3);
    await page.getByRole("button", { name: "Remove action 2" }).click();
    expect(await page.locator(".actions > li").count()).toBe(2);
    await page.getByRole("button", { name: "Simulate" }).click();
    await expect.poll(() => page.locator(".chain-of-actions > li").count()).toBe(2);
  });

  test("behavior: calldata is read into steps, and a refusal says what to do", async () => {
    await open("/decode?chain=1");
    await page.getByRole("button", { name: "Use an example" }).click();
    await part("decoded").waitFor();
    expect(await page.locator(".program > li").count()).toBeGreaterThan(0);
    await page.getByLabel("Calldata").fill("0x12345678");
    await page.getByRole("button", { name: "Decode", exact: true }).click();
    expect(await page.getByRole("alert").textContent()).toMatch(/\w+.*;/);
  });

  test("behavior: guides and the state of the chains", async () => {
    await open("/docs");
    await page.getByRole("heading", { name: "First route", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Bundles", exact: true }).click();
    await page.getByRole("heading", { name: "Bundles", level: 1 }).waitFor();
    await open("/status");
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
      await open(path);
      await page.locator("main h1").waitFor();
      await page.locator(".loading").first().waitFor({ state: "detached" });
      // As the browser's own tools do; the page's policy lets no text become a script.
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
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
      expect(found, path).toEqual([]);
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      expect(width, path).toBeLessThanOrEqual(1280);
    }
  });

  test("behavior: nothing was wrong, and nobody else was asked", () => {
    expect(faults).toEqual([]);
  });

  test("behavior: a service with keys asks for one, and keeps it in memory alone", async () => {
    const made = await runKeys(instance.env, "create", "--name", "page");
    expect(made.code, made.stderr).toBe(0);
    const key = made.stdout.trim().split(/\s+/).at(-1) ?? "";
    const refused = async () => (await fetch(`${instance.baseUrl}/api/v1/protocols`)).status;
    await expect.poll(refused).toBe(401);
    await open("/?chain=1");
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
