// Latency and throughput of quote and route on the devnet, trader on, over distinct requests: node scripts/run.mjs bench/http.ts
import autocannon from "autocannon";
import { startService } from "./service.ts";
import { latencyLine } from "./statistics.ts";

const REQUESTS = 600;
const CONNECTIONS = 10;
const SECONDS = 15;
const FROM = "0x00000000000000000000000000000000000a11ce";

interface ListedToken {
  readonly address: string;
  readonly decimals: number;
}

/** Distinct (pair, amount) requests, the same for the same tokens: amounts of 0.001 to 50 whole base tokens, as a whole share may be worth millions. */
function queries(tokens: readonly ListedToken[], count: number): readonly string[] {
  const distinct = new Set<string>();
  for (let n = 0; distinct.size < count; n++) {
    const tokenIn = tokens[(n * 7) % tokens.length];
    const tokenOut = tokens[(n * 13 + 5 + Math.floor(n / tokens.length)) % tokens.length];
    if (!tokenIn || !tokenOut || tokenIn === tokenOut) continue;
    const thousandths = BigInt(1 + ((n * 7919) % 50_000));
    const amountIn = (thousandths * 10n ** BigInt(tokenIn.decimals)) / 1000n;
    if (amountIn === 0n) continue;
    const query = new URLSearchParams({
      chainId: "1",
      fromAddress: FROM,
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      amountIn: amountIn.toString(),
    });
    distinct.add(query.toString());
  }
  return [...distinct];
}

/** Sequential latency per request, and how many were answered with a transaction. */
async function measureLatency(url: string, paths: readonly string[]): Promise<void> {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  for (const path of paths) {
    const start = performance.now();
    const response = await fetch(url + path);
    await response.arrayBuffer();
    times.push(performance.now() - start);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  }
  const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(", ");
  console.log(`  ${latencyLine("one at a time", times)}; ${counts}`);
}

async function measureThroughput(url: string, paths: readonly string[]): Promise<void> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: paths.map((path) => ({ method: "GET", path })),
  });
  const { p50, p99 } = result.latency;
  console.log(
    `  ${CONNECTIONS} connections: ${result.requests.average.toFixed(0)} requests/s, p50 ${p50} ms, p99 ${p99} ms; ${result["2xx"]} answered, ${result.non2xx} refused, ${result.errors} failed`,
  );
}

const service = await startService();
try {
  const response = await fetch(`${service.url}/api/v1/tokens?chainId=1&type=baseToken`);
  const { data } = (await response.json()) as { data: ListedToken[] };
  const all = queries(data, REQUESTS);
  for (const endpoint of ["quote", "route"]) {
    const paths = all.map((query) => `/api/v1/shortcuts/${endpoint}?${query}`);
    console.log(`${endpoint}, ${paths.length} distinct requests over ${data.length} tokens`);
    await measureLatency(service.url, paths);
    await measureThroughput(service.url, paths);
  }
} finally {
  await service.stop();
}
