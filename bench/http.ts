// Requests per second, p50 and p99 of quote and route on the devnet, trader on, by connections:
// node scripts/run.mjs bench/http.ts
// Sends what users send, or with --mix tokens every base token as often; no request twice, or with
// --distinct 100 the same hundred by turns. With --compare WEIR_API_PROCESSES=1,2 (any variable) in
// turns, a service of its own for each value and round; with --before <directory> in turns with
// another checkout, whose dependencies are installed.
import { parseArgs } from "node:util";
import { applyLoad, type LoadResult } from "./http/load.ts";
import { mixOf, queriesOf } from "./http/mixes.ts";
import { repeated } from "./http/requests.ts";
import { idleRateOf, type Usage, usageOf } from "./http/usage.ts";
import { startService } from "./service.ts";

const CHAIN_ID = 1;
/** Time for the code to be compiled, per endpoint, before anything is measured. */
const WARM_UP_SECONDS = 10;
const WARM_UP_CONNECTIONS = 10;

const { values: options } = parseArgs({
  options: {
    endpoints: { type: "string", default: "quote,route" },
    connections: { type: "string", default: "1,10,50" },
    seconds: { type: "string", default: "15" },
    rounds: { type: "string", default: "1" },
    distinct: { type: "string" },
    compare: { type: "string" },
    before: { type: "string" },
    mix: { type: "string", default: "users" },
  },
});
const endpoints = options.endpoints.split(",");
const connectionCounts = options.connections.split(",").map(Number);
const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)];
const mix = mixOf(options.mix);
const distinct = options.distinct === undefined ? null : Number(options.distinct);
if (![...connectionCounts, seconds, rounds, distinct ?? 1].every((n) => n > 0)) {
  throw new Error("--connections, --seconds, --rounds and --distinct take numbers above 0.");
}

/** What is measured, and what its rows are called. */
interface Side {
  readonly name: string;
  /** Checkout; this one when absent. */
  readonly root?: string;
  readonly env: Readonly<Record<string, string>>;
}

function sidesOf(comparison: string): readonly Side[] {
  const [, variable, values] = /^([A-Z_0-9]+)=(.+,.+)$/.exec(comparison) ?? [];
  if (variable === undefined || values === undefined) {
    throw new Error("--compare takes a variable with two or more values, as NAME=a,b.");
  }
  return values
    .split(",")
    .map((value) => ({ name: `${variable}=${value}`, env: { [variable]: value } }));
}

const sides =
  options.before !== undefined
    ? [
        { name: "before", root: options.before, env: {} },
        { name: "now", env: {} },
      ]
    : options.compare === undefined
      ? null
      : sidesOf(options.compare);
const nameWidth = Math.max(0, ...(sides ?? []).map(({ name }) => name.length));

const COLUMNS = [
  ...["endpoint", "connections", "requests/s", "p50 ms", "p99 ms", "answered"],
  ...["CPU ms/answer", "MiB"],
];

function line(side: string, cells: readonly string[], refused: string): string {
  const padded = cells.map((cell, i) => cell.padStart(COLUMNS[i]?.length ?? 0));
  return [side.padEnd(nameWidth), ...padded, refused].join("  ").trimEnd();
}

interface Row extends LoadResult {
  readonly before: Usage;
  readonly after: Usage;
  /** Of the service without load. */
  readonly idleRate: number;
}

function cellsOf(endpoint: string, connections: number, row: Row): readonly string[] {
  const { before, after, idleRate, requestsPerSecond, p50, p99, answered } = row;
  const idle = idleRate * (after.at - before.at);
  const perAnswer = (cpuSeconds: number) => ((cpuSeconds * 1_000) / answered).toFixed(2);
  return [
    ...[endpoint, String(connections), requestsPerSecond.toFixed(0)],
    ...[p50.toFixed(1), p99.toFixed(1), String(answered)],
    ...[perAnswer(after.cpuSeconds - before.cpuSeconds - idle), after.mebibytes.toFixed(0)],
  ];
}

/** Starts a service, measures it for some rounds, and prints a row for each measurement. */
async function measure({ name, root, env }: Side, times: number): Promise<void> {
  const service = await startService({ root, env });
  try {
    const { url, pid } = service;
    const queries = new Map<string, Generator<string, never>>();
    for (const endpoint of endpoints) {
      const all = await queriesOf(mix, { url, chainId: CHAIN_ID });
      queries.set(endpoint, distinct === null ? all : repeated(all, distinct));
    }
    const load = (endpoint: string, connections: number, duration: number): Promise<LoadResult> => {
      const nextPath = (): string =>
        `/api/v1/shortcuts/${endpoint}?${queries.get(endpoint)?.next().value}`;
      return applyLoad({ url, nextPath, connections, seconds: duration });
    };
    for (const endpoint of endpoints) await load(endpoint, WARM_UP_CONNECTIONS, WARM_UP_SECONDS);
    const idleRate = await idleRateOf(pid);
    console.log(`${name} without load: ${(idleRate * 100).toFixed(1)} % of a core`.trim());
    for (let round = 0; round < times; round++) {
      for (const endpoint of endpoints) {
        for (const connections of connectionCounts) {
          const before = usageOf(pid);
          const result = await load(endpoint, connections, seconds);
          const row = { ...result, before, idleRate, after: usageOf(pid) };
          const refused = [...result.refused].toSorted(([, a], [, b]) => b - a);
          const codes = refused.map(([code, count]) => `${count} ${code}`).join(", ");
          console.log(line(name, cellsOf(endpoint, connections, row), codes));
        }
      }
    }
  } finally {
    await service.stop();
  }
}

console.log("CPU is what all processes but the devnet's use beyond what they do without load");
const sent = distinct === null ? "no request twice" : `${distinct} different requests`;
console.log(`${seconds} s each, mix of ${mix}, ${sent} to an endpoint of a service`);
console.log(line("", COLUMNS, "refused"));
if (sides === null) {
  await measure({ name: "", env: {} }, rounds);
} else {
  for (let round = 0; round < rounds; round++) for (const side of sides) await measure(side, 1);
}
