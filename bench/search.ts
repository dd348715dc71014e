// Processor time of a search on the graph of a running service, and with --before <directory> that
// of another checkout on the same rows, in turns in one process, and how their answers differ:
// DATABASE_URL=$(cat .weir/data/postgres.url) node scripts/run.mjs bench/search.ts
// Asks what users ask; with --mix shares trades into and out of pools' shares, with --mix deep more
// than the pools hold. --legs and --gas are limits of each request, --slowest how many are listed.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Address } from "viem";
import type { Snapshot } from "../src/api/graph/snapshot.ts";
import { type PriceBook, usdPerToken } from "../src/api/prices/prices.ts";
import { costOf } from "../src/api/router/attempt.ts";
import { routeGasLimit } from "../src/api/router/gas-limit.ts";
import type { JointRouteResult } from "../src/api/router/joint-route.ts";
import type { JointRoute } from "../src/api/router/route.ts";
import type { PricedToken } from "./http/user-requests.ts";
import { type Engine, enginesOf } from "./search/graphs.ts";
import { MIXES } from "./search/mixes.ts";
import { quantile } from "./statistics.ts";

const { values: options } = parseArgs({
  options: {
    before: { type: "string" },
    chain: { type: "string", default: "1" },
    mix: { type: "string", default: "users" },
    requests: { type: "string", default: "300" },
    rounds: { type: "string", default: "5" },
    gwei: { type: "string" },
    slowest: { type: "string", default: "0" },
    legs: { type: "string" },
    gas: { type: "string" },
  },
});
const chainId = Number(options.chain);
const [count, rounds] = [Number(options.requests), Number(options.rounds)];
const databaseUrl = process.env.DATABASE_URL;
if (databaseUrl === undefined) throw new Error("DATABASE_URL is not set; it is in postgres.url.");
if (!(count > 0 && rounds > 0)) throw new Error("--requests and --rounds take numbers above 0.");

const limits = {
  ...(options.legs !== undefined && { maxLegs: Number(options.legs) }),
  ...(options.gas !== undefined && { maxGas: BigInt(options.gas) }),
};
const own = join(import.meta.dirname, "..");
const roots = options.before === undefined ? [own] : [resolve(options.before), own];
const loaded = await enginesOf(roots, { databaseUrl, chainId });
const engines = loaded.map((engine) => ({ ...engine, snapshot: priced(engine.snapshot) }));
const names = options.before === undefined ? ["now"] : ["before", "now"];

/** The snapshot with another base fee, where one is asked for. */
function priced(snapshot: Snapshot): Snapshot {
  if (options.gwei === undefined) return snapshot;
  const baseFeePerGas = BigInt(Math.round(Number(options.gwei) * 1e9));
  return { ...snapshot, block: { ...snapshot.block, baseFeePerGas } };
}

interface Trade {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
}

function tokensOf({ snapshot }: Engine, prices: PriceBook): readonly PricedToken[] {
  return [...snapshot.tokens.values()].flatMap((token) => {
    const usd = usdPerToken(prices, token);
    const type = snapshot.defiTokens.has(token.address) ? ("defi" as const) : ("base" as const);
    return usd === null || !(usd > 0) ? [] : [{ ...token, type, usd }];
  });
}

const [first] = engines;
if (first === undefined) throw new Error("no checkout to measure");
const tokens = tokensOf(first, first.prices);
const source = MIXES[options.mix]?.(first.snapshot, tokens);
if (source === undefined) throw new Error(`--mix is one of ${Object.keys(MIXES).join(", ")}.`);
const trades: Trade[] = [];
while (trades.length < count) {
  const { tokenIn, tokenOut, amountIn } = source.next().value;
  const ends = { tokenIn: tokenIn.address as Address, tokenOut: tokenOut.address as Address };
  trades.push({ ...ends, amountIn });
}

/**
 * Searches, and says how long it took, its longest part without a rest too, and the processor,
 * which some systems count in ticks.
 */
function search({ snapshot, prices, jointRouteSteps, gasPriceIn }: Engine, trade: Trade) {
  const { tokenIn, tokenOut, amountIn } = trade;
  const gasPrice = gasPriceIn(tokenOut, snapshot, prices);
  const request = { onlyProtocols: [], ignoreProtocols: [], tokenOut, ...limits };
  const inputs = [{ token: tokenIn, amount: amountIn }];
  const before = process.threadCpuUsage();
  const startedAt = performance.now();
  const steps = jointRouteSteps(snapshot, { ...request, inputs }, gasPrice);
  let longestMs = 0;
  let result: JointRouteResult | null = null;
  for (let at = startedAt; result === null; ) {
    const step = steps.next();
    const now = performance.now();
    longestMs = Math.max(longestMs, now - at);
    at = now;
    if (step.done === true) result = step.value;
  }
  const ms = performance.now() - startedAt;
  const { user, system } = process.threadCpuUsage(before);
  return { ms, longestMs, cpuMs: (user + system) / 1_000, result, gasPrice };
}

/** By engine and trade: the least of the rounds' times, as others use the processor too. */
const least = engines.map(() => trades.map(() => Number.POSITIVE_INFINITY));
const longest = engines.map(() => trades.map(() => Number.POSITIVE_INFINITY));
const total = engines.map(() => 0);
const found = engines.map(() => new Array<ReturnType<typeof search> | undefined>(trades.length));
for (let round = -1; round < rounds; round++) {
  for (const [t, trade] of trades.entries()) {
    const order = [...engines.entries()];
    for (const [e, engine] of t % 2 === 0 ? order : order.reverse()) {
      const one = search(engine, trade);
      const [times, parts] = [least[e], longest[e]];
      if (round < 0 || times === undefined || parts === undefined) continue;
      parts[t] = Math.min(parts[t] ?? 0, one.longestMs);
      times[t] = Math.min(times[t] ?? 0, one.ms);
      total[e] = (total[e] ?? 0) + one.cpuMs;
      (found[e] ?? [])[t] = one;
    }
  }
}

const { block, pools } = first.snapshot;
console.log(
  `block ${block.number}, ${pools.size} pools, ${Number(block.baseFeePerGas) / 1e9} gwei, ${trades.length} requests of the mix of ${options.mix}, ${rounds} rounds in turns`,
);
for (const [e, name] of names.entries()) {
  const times = least[e] ?? [];
  const [mean, p50, p95, p99] = [
    (total[e] ?? 0) / rounds / trades.length,
    ...[0.5, 0.95, 0.99].map((q) => quantile(times, q)),
  ];
  const routes = (found[e] ?? []).flatMap((one) => (one?.result.ok ? [one.result.route] : []));
  const gaps = routes.flatMap(({ certificate }) => (certificate ? [certificate.gapBps] : []));
  console.log(
    `${name.padEnd(6)} CPU mean ${ms(mean)}, least of rounds mean ${ms(sum(times) / times.length)} p50 ${ms(p50)} p95 ${ms(p95)} p99 ${ms(p99)} ms; without a rest p95 ${ms(quantile(longest[e] ?? [], 0.95))} p99 ${ms(quantile(longest[e] ?? [], 0.99))} ms; ${routes.length} answered; told gap p50 ${quantile(gaps, 0.5)} p90 ${quantile(gaps, 0.9)} bp`,
  );
}
for (const [e, name] of names.entries()) {
  const slowest = [...(least[e] ?? []).entries()].sort(([, a], [, b]) => b - a);
  for (const [t, time] of slowest.slice(0, Number(options.slowest))) {
    console.log(name, `${ms(time)} ms`, trades[t]);
  }
}
if (engines.length > 1) compare();

function compare(): void {
  const [before = [], now = []] = found;
  const differences: { readonly bp: number; readonly trade: Trade }[] = [];
  const [gapsBefore, gapsNow]: [number[], number[]] = [[], []];
  for (const [t, trade] of trades.entries()) {
    const [old, fresh] = [before[t], now[t]];
    if (old === undefined || fresh === undefined) continue;
    const [a, b] = [old.result, fresh.result];
    if (!a.ok || !b.ok) {
      const said = (one: typeof a) => (one.ok ? "a route" : JSON.stringify(one.failure, printable));
      if (a.ok !== b.ok || said(a) !== said(b)) {
        console.log(`differs: ${said(a)} before, ${said(b)} now`, trade);
      }
      continue;
    }
    const net = ({ amountOut, ...route }: JointRoute): bigint =>
      amountOut - costOf(route, old.gasPrice);
    const bp = Number(((net(b.route) - net(a.route)) * 10n ** 9n) / a.route.amountOut) / 1e5;
    differences.push({ bp, trade });
    if (b.route.gas > routeGasLimit(chainId, {})) console.log("above the gas limit", trade);
    if (a.route.certificate && b.route.certificate) {
      gapsBefore.push(a.route.certificate.gapBps);
      gapsNow.push(b.route.certificate.gapBps);
    }
  }
  const bps = differences.map(({ bp }) => bp);
  console.log(
    `net now less before: equal ${bps.filter((bp) => bp === 0).length}, within 0.01 bp ${bps.filter((bp) => Math.abs(bp) <= 0.01).length}, lower ${bps.filter((bp) => bp < -0.01).length}, higher ${bps.filter((bp) => bp > 0.01).length} of ${bps.length}; least ${Math.min(...bps)}, most ${Math.max(...bps)} bp`,
  );
  console.log(
    `told gap of the same answers: mean ${(sum(gapsBefore) / gapsBefore.length).toFixed(3)} bp before, ${(sum(gapsNow) / gapsNow.length).toFixed(3)} now; wider by more than 0.01 bp ${gapsNow.filter((gap, i) => gap > (gapsBefore[i] ?? 0) + 0.01).length}`,
  );
  for (const { bp, trade } of differences.filter((one) => one.bp < -0.01)) console.log(bp, trade);
}

function printable(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function ms(value: number | undefined): string {
  return (value ?? Number.NaN).toFixed(2);
}
