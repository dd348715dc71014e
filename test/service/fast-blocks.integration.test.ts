import { setTimeout as sleep } from "node:timers/promises";
import { type Address, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainSpec } from "../../devnet/chains.ts";
import { type Miner, startMiner } from "../../devnet/miner.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { PACE_HEADS } from "../../src/api/graph/pace.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { createRandom } from "../api/router/market.ts";
import { type RunningService, startRunningService } from "../harness/service.ts";
import { sized } from "../harness/size.ts";
import { ask, tokenOf } from "../harness/trading.ts";

const DURATION_MS = sized({ always: 10_000, nightly: 600_000 });
const IS_ALONE = sized({ always: false, nightly: true });
/** As on Base: five blocks a second, which share its timestamp. */
const BLOCKS = { intervalMs: 200, blocksPerSecond: 5 };
const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v2/reference/smart-contracts/08-deployment-addresses.md
const V2_ROUTER: Address = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d";
const routerAbi = parseAbi([
  "function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])",
]);
const LOOK_MS = 50;
/** Between two questions: the load is the market's. */
const ASK_MS = 400;

let weir: RunningService;

let miner: Miner | null = null;

beforeAll(async () => {
  weir = await startRunningService({ chainIds: [1], blockTimeMs: null });
  const [chain] = weir.devnet.chains;
  if (chain === undefined) throw new Error("chain 1 does not run");
  const rpc = createRpc(chain.url);
  await rpc.request("anvil_setBlockTimestampInterval", [0]);
  miner = startMiner(rpc, chainSpec(1), { ...BLOCKS, log: console.error });
  // Until the headers before it are of such blocks alone.
  const { number } = weir.service(1).snapshot().block;
  while ((weir.service(1).lastSnapshot()?.block.number ?? 0) <= number + PACE_HEADS) {
    await weir.caughtUp(1);
  }
  weir.devnet.startTrader();
}, 300_000);

afterAll(async () => {
  await miner?.stop();
  await weir?.stop();
});

/** What the chain's service was seen to do. */
interface Watched {
  /** Milliseconds from when a block was there to when answers stood on it or a later one. */
  readonly lagsMs: readonly number[];
  /** Why it was not ready, each time. */
  readonly stale: readonly string[];
  readonly blocks: number;
  readonly seconds: number;
}

/** Looks at the node and at the service until told to stop. */
async function watch(signal: AbortSignal): Promise<Watched> {
  const service = weir.service(1);
  const node = weir.node(1);
  const waiting = new Map<number, number>();
  const lagsMs: number[] = [];
  const stale: string[] = [];
  const first = await node.getBlock();
  let head = Number(first.number);
  while (!signal.aborted) {
    const newest = Number(await node.getBlockNumber());
    const now = performance.now();
    for (let number = head + 1; number <= newest; number++) waiting.set(number, now);
    head = newest;
    const indexed = service.lastSnapshot()?.block.number ?? -1;
    for (const [number, seenAt] of waiting) {
      if (number > indexed) continue;
      lagsMs.push(now - seenAt);
      waiting.delete(number);
    }
    const { ready, reason } = service.status();
    if (!ready) stale.push(reason ?? "");
    await sleep(LOOK_MS);
  }
  const last = await node.getBlock();
  const seconds = Number(last.timestamp - first.timestamp);
  return { lagsMs, stale, blocks: Number(last.number - first.number), seconds };
}

/** Asks for trades until told to stop, and for each again of the past; tells how many. */
async function trade(signal: AbortSignal): Promise<number> {
  const random = createRandom(200);
  const symbols = ["USDC", "WETH", "DAI", "WBTC", "USDT", "LINK"];
  const tokens = [NATIVE, ...symbols.map((symbol) => tokenOf(weir, symbol))];
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  let [answered, torn] = [0, 0];
  while (!signal.aborted) {
    const [tokenIn, tokenOut] = [pick(tokens), pick(tokens)];
    if (tokenIn === tokenOut) continue;
    const amountIn = `${10n ** BigInt(7 + Math.floor(random() * 4))}`;
    const query = { fromAddress: SENDER, tokenIn, tokenOut, amountIn };
    const route = await ask(weir, "route", query);
    if (route.body.code === "AMOUNT_TOO_SMALL") continue;
    // The harness simulates by two means, which anvil runs on two states while it mines a block.
    if (route.body.code === "UPSTREAM_UNAVAILABLE") {
      torn += 1;
      continue;
    }
    expect(route.status, JSON.stringify({ query, ...route.body })).toBe(200);
    const { amountOut, createdAt } = route.body;
    const then = await ask(weir, "quote", { ...query, blockNumber: `${createdAt}` });
    expect(then.body.amountOut, `block ${createdAt}: ${JSON.stringify(query)}`).toBe(amountOut);
    answered += 1;
    await sleep(ASK_MS);
  }
  expect(torn, `of ${answered}`).toBeLessThan(5 + answered / 5);
  return answered;
}

/** Compares quotes of a pair with what its router says on the state of their block. */
async function compare(signal: AbortSignal): Promise<number> {
  const [tokenIn, tokenOut] = [tokenOf(weir, "WETH"), tokenOf(weir, "USDC")];
  const only = { onlyProtocols: "uniswap-v2", maxLegs: "1" };
  let compared = 0;
  for (let amountIn = 10n ** 16n; !signal.aborted; amountIn += 10n ** 15n) {
    const query = { fromAddress: SENDER, tokenIn, tokenOut, amountIn: `${amountIn}`, ...only };
    const { block } = weir.service(1).snapshot();
    const { status, body } = await ask(weir, "quote", { ...query, blockNumber: `${block.number}` });
    expect(status, JSON.stringify(body)).toBe(200);
    // Asked for its newest block while it mines the next, anvil may answer from that.
    while (Number(await weir.node(1).getBlockNumber()) <= block.number + 1) await sleep(LOOK_MS);
    const paid = await weir.node(1).readContract({
      ...{ address: V2_ROUTER, abi: routerAbi, functionName: "getAmountsOut" },
      args: [amountIn, [tokenIn, tokenOut]],
      blockNumber: BigInt(block.number),
    });
    expect(body.amountOut, `block ${block.number}`).toBe(`${paid.at(-1)}`);
    compared += 1;
    await sleep(ASK_MS);
  }
  return compared;
}

async function metric(name: string): Promise<number> {
  const text = await (await weir.app.request("/metrics")).text();
  const line = text.split("\n").find((each) => each.startsWith(name));
  return Number(line?.split(" ").at(-1));
}

describe("blocks every 200 ms", () => {
  test(`default: for ${DURATION_MS / 1_000} s of trades never stale, nothing read anew, exact`, async () => {
    const signal = AbortSignal.timeout(DURATION_MS);
    const [watched, answered, compared] = await Promise.all([
      ...[watch(signal), trade(signal), compare(signal)],
    ] as const);
    const lags = watched.lagsMs.toSorted((a, b) => a - b);
    const at = (part: number) => Math.round(lags[Math.floor(lags.length * part)] ?? Number.NaN);
    const { blocks, seconds } = watched;
    const lag = { p50: at(0.5), p95: at(0.95), most: at(0.999) };
    console.log(JSON.stringify({ blocks, seconds, lag, answered, compared }));
    expect(watched.stale).toEqual([]);
    expect(await metric('weir_graph_reloads_total{chain="1"}')).toBe(0);
    expect(await metric('weir_quote_samples_total{chain="1",outcome="different"}')).toBe(0);
    expect(Math.abs(blocks / seconds - BLOCKS.blocksPerSecond)).toBeLessThan(1);
    expect(Math.min(answered, compared)).toBeGreaterThan(DURATION_MS / 10_000);
    // Other tests take the cores from the short one.
    if (IS_ALONE) expect(lag.p95).toBeLessThan(1_000);
  }, 900_000);
});
