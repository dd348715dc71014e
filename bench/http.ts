// Requests per second, p50 and p99 of quote and route on the devnet, trader on, by connections: node scripts/run.mjs bench/http.ts
import { parseArgs } from "node:util";
import { applyLoad, type LoadResult } from "./http/load.ts";
import { type ListedToken, tradeQueries } from "./http/requests.ts";
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
  },
});
const endpoints = options.endpoints.split(",");
const connectionCounts = options.connections.split(",").map(Number);
const seconds = Number(options.seconds);
if (![...connectionCounts, seconds, Number(options.rounds)].every((n) => n > 0)) {
  throw new Error("--connections, --seconds and --rounds take numbers above 0.");
}

const COLUMNS = ["endpoint", "connections", "requests/s", "p50 ms", "p99 ms", "answered"];

function line(cells: readonly string[], refused: string): string {
  return `${cells.map((cell, i) => cell.padStart(COLUMNS[i]?.length ?? 0)).join("  ")}  ${refused}`;
}

function row(endpoint: string, connections: number, result: LoadResult): string {
  const { requestsPerSecond, p50, p99, answered, refused } = result;
  const codes = [...refused].toSorted(([, a], [, b]) => b - a);
  const cells = [
    ...[endpoint, String(connections), requestsPerSecond.toFixed(0)],
    ...[p50.toFixed(1), p99.toFixed(1), String(answered)],
  ];
  return line(cells, codes.map(([code, count]) => `${count} ${code}`).join(", "));
}

const service = await startService();
try {
  const { url } = service;
  const response = await fetch(`${url}/api/v1/tokens?chainId=${CHAIN_ID}&type=baseToken`);
  const { data } = (await response.json()) as { data: ListedToken[] };
  const queries = new Map(endpoints.map((endpoint) => [endpoint, tradeQueries(CHAIN_ID, data)]));
  const load = (endpoint: string, connections: number, duration: number): Promise<LoadResult> => {
    const source = queries.get(endpoint);
    const nextPath = (): string => `/api/v1/shortcuts/${endpoint}?${source?.next().value}`;
    return applyLoad({ url, nextPath, connections, seconds: duration });
  };
  for (const endpoint of endpoints) await load(endpoint, WARM_UP_CONNECTIONS, WARM_UP_SECONDS);
  console.log(`${data.length} tokens, ${seconds} s each, no request sent twice to an endpoint`);
  console.log(line(COLUMNS, "refused"));
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const endpoint of endpoints) {
      for (const connections of connectionCounts) {
        console.log(row(endpoint, connections, await load(endpoint, connections, seconds)));
      }
    }
  }
} finally {
  await service.stop();
}
