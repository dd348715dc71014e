// Time of a search with 10,000 spam pools in the market beside the same without, interleaved: node
// scripts/run.mjs bench/spam.ts
import type { Snapshot } from "../src/api/graph/snapshot.ts";
import { routeOf } from "../test/api/router/requests.ts";
import { createSpammedMarket, requests } from "../test/api/router/spam.ts";
import { quantile } from "./statistics.ts";

const RUNS = 200;

const markets = createSpammedMarket();
const times = { clean: [] as number[], spammed: [] as number[] };

function run(kind: keyof typeof times, snapshot: Snapshot): void {
  const started = performance.now();
  for (const asked of requests) routeOf(snapshot, asked);
  times[kind].push(performance.now() - started);
}

for (let n = 0; n < RUNS; n++) {
  // Which goes first alternates, so that neither profits from the other's warmth.
  const order = n % 2 === 0 ? (["clean", "spammed"] as const) : (["spammed", "clean"] as const);
  for (const kind of order) run(kind, markets[kind]);
}
const [clean, spammed] = [quantile(times.clean, 0.5), quantile(times.spammed, 0.5)];
console.log(
  `${requests.length} trades, medians of ${RUNS} runs: ${clean.toFixed(2)} ms without spam, ${spammed.toFixed(2)} ms with; ratio ${(spammed / clean).toFixed(3)}`,
);
