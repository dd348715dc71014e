// Weir's router beside other engines on synthetic markets, every plan replayed with the same exact
// quotes: `node scripts/run.mjs bench/routing/run.ts [--engines=weir,tines,pancakeswap] [--seed=42]
// [--pools=1000,5000] [--gwei=0,10] [--repetitions=3] [--rows] [--mix=even|realistic]
// [--trades=200]`. The realistic mix is planned within the gas of a transaction by all of them.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installDependencies } from "../dependencies.ts";
import { quantile } from "../statistics.ts";
import type { CreateEngine, Engine } from "./engines/engine.ts";
import { createPancakeSwap } from "./engines/pancakeswap.ts";
import { createTines } from "./engines/tines.ts";
import { createLimitedWeir, createWeir, gasLimit, toldGaps, upperBound } from "./engines/weir.ts";
import { createMarket, type Market } from "./market.ts";
import { measure, type Sample } from "./measure.ts";
import { lossesOf, type Row, summarize, summaryTable } from "./report.ts";
import { createRealisticTrades, createTrades, type Trade } from "./trades.ts";

const ENGINES: ReadonlyMap<string, CreateEngine> = new Map([
  ["weir", createWeir],
  ["tines", createTines],
  ["pancakeswap", createPancakeSwap],
]);
/** Tokens of a market by its number of pools. */
const TOKENS: ReadonlyMap<number, number> = new Map([
  [1_000, 100],
  [5_000, 400],
]);
const GWEI = 1_000_000_000;
/**
 * Trades that warm an engine up before it is measured; Weir's take milliseconds, those of the
 * others seconds.
 */
const WARM_UP: ReadonlyMap<string, number> = new Map([["weir", 40]]);

const { values: options } = parseArgs({
  options: {
    engines: { type: "string", default: "weir,tines,pancakeswap" },
    seed: { type: "string", default: "42" },
    pools: { type: "string", default: "1000,5000" },
    gwei: { type: "string", default: "0,10" },
    repetitions: { type: "string", default: "3" },
    rows: { type: "boolean", default: false },
    mix: { type: "string", default: "even" },
    trades: { type: "string", default: "200" },
  },
});
const isRealistic = options.mix === "realistic";
const names = options.engines.split(",");
const numbers = (list: string): readonly number[] => list.split(",").map(Number);

if (names.some((name) => name !== "weir")) {
  await installDependencies(fileURLToPath(new URL("./", import.meta.url)), console.error);
}
// PancakeSwap's engine warns about every pool that it skips.
console.warn = () => undefined;
for (const pools of numbers(options.pools)) {
  const tokens = TOKENS.get(pools) ?? Math.ceil(pools / 10);
  const market = createMarket({ seed: Number(options.seed), tokens, pools });
  const engines = names.map((name) => {
    const create = isRealistic && name === "weir" ? createLimitedWeir : ENGINES.get(name);
    if (create === undefined) throw new Error(`no engine ${name}; use ${[...ENGINES.keys()]}.`);
    return create(market);
  });
  const trades = isRealistic
    ? createRealisticTrades(market, Number(options.seed), Number(options.trades))
    : createTrades(market);
  for (const engine of engines) await warmUp(engine, market, trades);
  for (const gwei of numbers(options.gwei)) await run({ market, engines, trades }, gwei * GWEI);
}

async function warmUp(engine: Engine, market: Market, trades: readonly Trade[]): Promise<void> {
  for (const trade of trades.slice(0, WARM_UP.get(engine.name) ?? 2)) {
    for (const gasPriceWei of [0, 10 * GWEI]) {
      await measure(engine, market, { trade, gasPriceWei, repetitions: 1 });
    }
  }
}

async function run(
  on: {
    readonly market: Market;
    readonly engines: readonly Engine[];
    readonly trades: readonly Trade[];
  },
  gasPriceWei: number,
): Promise<void> {
  const { market, engines, trades } = on;
  const repetitions = Number(options.repetitions);
  const rows: Row[] = [];
  for (const trade of trades) {
    const samples = new Map<string, Sample>();
    for (const engine of engines) {
      const sample = await measure(engine, market, { trade, gasPriceWei, repetitions });
      const isWithin = !isRealistic || (sample.outcome?.gas ?? 0n) <= gasLimit(market);
      samples.set(engine.name, isWithin ? sample : { ...sample, outcome: null });
    }
    const row = { trade, upperBound: upperBound(market, trade), samples };
    rows.push(row);
    if (options.rows) console.log(rowLine(row, market, gasPriceWei));
  }
  console.log(
    `\n${market.pools.length} pools, ${market.tokens.length} tokens, seed ${options.seed}, ${gasPriceWei / GWEI} gwei\n`,
  );
  console.log(summaryTable(summarize(rows, market, gasPriceWei), rows.length));
  if (!isRealistic || !names.includes("weir")) return;
  const gaps = toldGaps(market, trades, gasPriceWei);
  console.log(`\ntold gap bp p50 / p90: ${quantile(gaps, 0.5)} / ${quantile(gaps, 0.9)}`);
}

function rowLine(row: Row, market: Market, gasPriceWei: number): string {
  const { tokenIn, tokenOut, size } = row.trade;
  const losses = lossesOf(row, market, gasPriceWei);
  const cells = [...row.samples].map(([engine, { outcome, wallMs, cpuMs }]) => {
    const loss = losses.get(engine)?.toFixed(4) ?? "no plan";
    return `${engine}: ${wallMs.toFixed(1)} ms, CPU ${cpuMs.toFixed(1)} ms, loss ${loss} bp, ${outcome?.legs ?? 0} legs`;
  });
  return [`${tokenIn.symbol} > ${tokenOut.symbol} ${size * 100} %`, ...cells].join(" | ");
}
