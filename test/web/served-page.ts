import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { createRpc } from "../../devnet/rpc.ts";
import { launchBrowser } from "../../scripts/page/browser.ts";
import {
  type Instance,
  instanceEnvironment,
  READY_TIMEOUT_MS,
  startInstance,
} from "../harness/instance.ts";

export const NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
export const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
export const DAI = "0x6b175474e89094c44da98b954eedeac495271d0f";
/** An account of the devnet that the page does not use. */
const OTHER = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
export const WIDTH = 1280;
/** Between two blocks of the devnet. */
const BLOCK_SECONDS = 2;
/** The most that blocks are slowed down to for a busy machine. */
const MOST_BLOCK_SECONDS = 32;
/** For machines that run other tests beside. */
const SLOW_MS = 60_000;
/** An approval and a transaction, each in a block of its own. */
const SENDING_MS = SLOW_MS + 2 * MOST_BLOCK_SECONDS * 1_000;

/** A running service, whose page a browser shows. */
export interface ServedPage {
  readonly instance: Instance;
  readonly page: Page;
  /** Of the node of chain 1. */
  readonly nodeUrl: string;
  /** What the browser complained of, and what it asked of other hosts. */
  readonly faults: readonly string[];
  open(path: string): Promise<unknown>;
  /** What is marked for tests by a name. */
  part(name: string): Locator;
  amountOut(): Promise<string | null>;
  /**
   * The API's answer to a trade of the account that the page does not use, on chain 1. Asks again
   * where the service says so: it has the page's requests besides.
   */
  trade<T>(path: "quote" | "route", trade: Trade): Promise<T>;
  /** A large trade of somebody else's, so that prices move. */
  tradeElsewhere(): Promise<void>;
  /** Picks a token by its symbol, with the button of this name. */
  pick(side: RegExp, symbol: string): Promise<void>;
  /**
   * Sends what the form holds until it is in the very block that it was made for, and reads what
   * came of it beside what was promised. A machine that is busy gets longer blocks.
   */
  send(): Promise<{ readonly promised: bigint; readonly received: bigint }>;
  stop(): Promise<void>;
}

/** What is asked for; of the newest block unless one is named. */
interface Trade {
  readonly tokenIn: string;
  readonly amountIn: bigint;
  readonly tokenOut: string;
  readonly blockNumber?: number;
}

/** Keeps what a page does that it should not. */
function watchFaults(page: Page, { baseUrl }: Instance): readonly string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // A refusal of the API is shown by the page, and logged by the browser on its own.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) faults.push(message.text());
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    const isOwn = origin === baseUrl || protocol === "data:" || protocol === "blob:";
    if (!isOwn) faults.push(`asked ${request.url()}`);
  });
  return faults;
}

/** Starts service and browser, without anybody's trades; ends both where that fails. */
export async function startServedPage(chromium: string): Promise<ServedPage> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const instance = startInstance(await instanceEnvironment(), ["--no-trader"]);
    stops.push(instance.dispose);
    const browser = await launchBrowser(chromium);
    stops.push(() => browser.close());
    const context = await browser.newContext({ viewport: { width: WIDTH, height: 900 } });
    context.setDefaultTimeout(SLOW_MS);
    const page = await context.newPage();
    const faults = watchFaults(page, instance);
    await instance.printed("Press Ctrl-C to stop.", READY_TIMEOUT_MS);
    expect(instance.output()).toContain(`${instance.baseUrl}/\n`);
    return { ...shown(instance, page), instance, page, faults, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What tests do with a page. */
function shown(
  instance: Instance,
  page: Page,
): Omit<ServedPage, "instance" | "page" | "faults" | "stop"> {
  const part = (name: string) => page.locator(`[data-test="${name}"]`);

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

  const nodeUrl = `http://127.0.0.1:${instance.env.DEVNET_PORT_1}`;
  const node = createRpc(nodeUrl);

  const trade: ServedPage["trade"] = (path, { amountIn, blockNumber, ...tokens }) => {
    const past = blockNumber === undefined ? {} : { blockNumber: String(blockNumber) };
    const asked = { chainId: "1", fromAddress: OTHER, amountIn: String(amountIn), ...past };
    return api(`/api/v1/shortcuts/${path}?${new URLSearchParams({ ...asked, ...tokens })}`);
  };

  return {
    part,
    trade,
    nodeUrl,
    open: (path) => page.goto(`${instance.baseUrl}${path}`),
    amountOut: () => part("amount-out").textContent(),
    async tradeElsewhere() {
      const ethers = { tokenIn: NATIVE, amountIn: 200n * 10n ** 18n, tokenOut: DAI };
      const { tx, gas } = await trade<{ tx: Record<string, string>; gas: string }>("route", ethers);
      const hex = (value: string | undefined) => `0x${BigInt(value ?? 0).toString(16)}`;
      await node.request("eth_sendTransaction", [{ ...tx, value: hex(tx.value), gas: hex(gas) }]);
    },
    async pick(side, symbol) {
      await page.getByRole("button", { name: side }).click();
      await page.getByPlaceholder("Symbol, name or address").fill(symbol);
      await page
        .getByRole("button", { name: new RegExp(`^${symbol}\\b`) })
        .last()
        .waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
    async send() {
      for (let attempt = 0; attempt < 40; attempt += 1) {
        await node.request("evm_setIntervalMining", [
          Math.min(BLOCK_SECONDS * 2 ** attempt, MOST_BLOCK_SECONDS),
        ]);
        await page.getByRole("button", { name: "Swap", exact: true }).click();
        const back = page.getByRole("button", { name: "Back", exact: true });
        const reverted = part("reverted");
        await part("done").or(back).or(reverted).waitFor({ timeout: SENDING_MS });
        if (await reverted.isVisible()) {
          // It was made for an earlier block; others, or an earlier attempt, traded since.
          expect(Number(await reverted.getAttribute("data-late"))).toBeGreaterThan(0);
          await page.getByRole("button", { name: "Swap again" }).click();
          continue;
        }
        if (await back.isVisible()) {
          // A service that is busy says so, and asks to be asked again.
          expect(await page.getByRole("alert").textContent()).toMatch(
            /behind the chain|Overloaded/,
          );
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
        await node.request("evm_setIntervalMining", [BLOCK_SECONDS]);
        return { promised, received };
      }
      throw new Error("no transaction was in the block that it was made for");
    },
  };
}
