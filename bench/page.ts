// The swap view while quotes stream, in Chromium: frames per second, what keeps its thread busy:
// node scripts/run.mjs bench/page.ts [--seconds 30] [--width 1440]
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findChromium, launchBrowser } from "../scripts/page/browser.ts";
import { type Service, startService } from "./service.ts";
import { quantile } from "./statistics.ts";

/** Until fonts, tokens and the first quote are there. */
const SETTLE_MS = 8_000;
/** Of a screen with 60 frames a second, a missed one. */
const MISSED_MS = 25;
/** An account of the devnet that has 10,000 ETH. */
const SELLER = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const SOLD = 20n * 10n ** 18n;
/** About a block of the devnet. */
const SALE_MS = 2_000;

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "30" },
    width: { type: "string", default: "1440" },
  },
});
const [seconds, width] = [Number(options.seconds), Number(options.width)];
if (!(seconds > 0 && width > 0)) throw new Error("--seconds and --width take numbers above 0.");
const chromium = findChromium();
if (chromium === null) throw new Error("no Chromium is here; install Debian's package chromium.");

/** What the page tells of its frames. */
interface Frames {
  /** Milliseconds from one to the next. */
  readonly gaps: readonly number[];
  /** How often the amount was another one. */
  readonly changes: number;
}

/** Runs in the page for so many milliseconds; a text, as this program's types know no document. */
const watching = (forMs: number): string => `new Promise((resolve) => {
  const amount = () => document.querySelector('[data-test="amount-out"]')?.textContent;
  const gaps = [];
  let [changes, text, startedAt] = [0, amount(), performance.now()];
  let last = startedAt;
  requestAnimationFrame(function frame(now) {
    gaps.push(now - last);
    last = now;
    if (amount() !== text) {
      changes += 1;
      text = amount();
    }
    if (now - startedAt < ${forMs}) requestAnimationFrame(frame);
    else resolve({ gaps, changes });
  });
})`;

const [ETH, DAI] = [
  "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
  "0x6b175474e89094c44da98b954eedeac495271d0f",
];

/** Sells ETH of an account of the devnet, so that the price moves. */
async function sell({ url, nodeUrl }: Service): Promise<void> {
  const query = `chainId=1&fromAddress=${SELLER}&tokenIn=${ETH}&amountIn=${SOLD}&tokenOut=${DAI}`;
  const response = await fetch(`${url}/api/v1/shortcuts/route?${query}`);
  if (!response.ok) throw new Error(await response.text());
  const { tx, gas } = (await response.json()) as {
    readonly tx: Readonly<Record<"to" | "from" | "data" | "value", string>>;
    readonly gas: string;
  };
  const hex = (value: string): string => `0x${BigInt(value).toString(16)}`;
  const params = [{ ...tx, value: hex(tx.value), gas: hex(gas) }];
  await fetch(nodeUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendTransaction", params }),
  });
}

const service = await startService();
const browser = await launchBrowser(chromium);
try {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.goto(`${service.url}/?chain=1&amount=50`);
  await sleep(SETTLE_MS);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const metrics = async (): Promise<ReadonlyMap<string, number>> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  const sales = setInterval(() => {
    sell(service).catch((error: unknown) => console.error(error));
  }, SALE_MS);
  const before = await metrics();
  const { gaps, changes } = await page.evaluate<Frames>(watching(seconds * 1_000));
  const after = await metrics();
  clearInterval(sales);
  const part = (name: string): string => {
    const busy = (after.get(name) ?? 0) - (before.get(name) ?? 0);
    return `${((100 * busy) / seconds).toFixed(1)} %`;
  };
  const missed = gaps.filter((gap) => gap > MISSED_MS).length;
  console.log(
    `${(gaps.length / seconds).toFixed(1)} frames/s, ${missed} of ${gaps.length} late, ` +
      `p99 ${quantile(gaps, 0.99).toFixed(1)} ms, longest ${Math.max(...gaps).toFixed(1)} ms; ` +
      `the amount changed ${changes} times`,
  );
  console.log(
    `the page's thread: ${part("TaskDuration")} busy, scripts ${part("ScriptDuration")}, ` +
      `layout ${part("LayoutDuration")}, styles ${part("RecalcStyleDuration")}`,
  );
} finally {
  await browser.close();
  await service.stop();
}
