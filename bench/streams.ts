// What open quote streams cost on the devnet: CPU per block, events, memory:
// node scripts/run.mjs bench/streams.ts [--streams 500] [--topics 500] [--seconds 60]
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { queriesOf } from "./http/mixes.ts";
import { idleRateOf, usageOf } from "./http/usage.ts";
import { startService } from "./service.ts";

const CHAIN_ID = 1;
/** Of one address, as the service allows. */
const STREAMS_OF_ADDRESS = 20;
const SETTLE_MS = 10_000;
const SAMPLES = 6;

const { values: options } = parseArgs({
  options: {
    streams: { type: "string", default: "500" },
    topics: { type: "string", default: "500" },
    seconds: { type: "string", default: "60" },
  },
});
const [streams, topics, seconds] = [options.streams, options.topics, options.seconds].map(Number);
if (!(streams !== undefined && streams > 0 && topics !== undefined && topics > 0)) {
  throw new Error("--streams and --topics take numbers above 0.");
}
if (!(seconds !== undefined && seconds > 0)) throw new Error("--seconds takes a number above 0.");

const blocks = new Set<string>();
let [events, ended] = [0, 0];
/** Events of errors by their code. */
const errors = new Map<string, number>();

/** Reads events until the service ends the stream. */
function read(response: IncomingMessage): void {
  let text = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    const parts = (text + chunk).split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      if (part.startsWith("event: quote")) events += 1;
      if (part.startsWith("event: error")) {
        const code = /"code":"(\w+)"/.exec(part)?.[1] ?? "unknown";
        errors.set(code, (errors.get(code) ?? 0) + 1);
      }
      const block = /^id: (\d+)$/m.exec(part)?.[1];
      if (block !== undefined) blocks.add(block);
    }
  });
  response
    .on("error", () => undefined)
    .on("close", () => {
      ended += 1;
    });
}

/** Opens a stream from the nth address of the loopback network. */
function open(url: string, address: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { localAddress: `127.0.0.${1 + address}`, agent: false },
      (response) => {
        if (response.statusCode === 200) resolve(response);
        else reject(new Error(`${url} answered ${response.statusCode}.`));
      },
    );
    request.on("error", reject);
  });
}

/** Searches of the chain so far; a busy machine makes fewer a block than there are requests. */
async function searchesOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const count = `weir_search_duration_seconds_count{chain="${CHAIN_ID}"}`;
  const line = text.split("\n").find((one) => one.startsWith(count));
  return Number(line?.slice(count.length) ?? Number.NaN);
}

const service = await startService();
try {
  const { url, pid } = service;
  const queries = await queriesOf("users", { url, chainId: CHAIN_ID });
  const asked = Array.from({ length: Math.min(topics, streams) }, () => queries.next().value);
  const idle = await idleRateOf(pid);
  const responses: IncomingMessage[] = [];
  for (let n = 0; n < streams; n++) {
    const query = asked[n % asked.length];
    const path = `${url}/api/v1/shortcuts/quote/stream?${query}`;
    const response = await open(path, Math.floor(n / STREAMS_OF_ADDRESS));
    read(response);
    responses.push(response);
  }
  await sleep(SETTLE_MS);
  blocks.clear();
  errors.clear();
  events = 0;
  const before = await searchesOf(url);
  const first = usageOf(pid);
  const memory = [first.mebibytes];
  for (let sample = 0; sample < SAMPLES; sample++) {
    await sleep((seconds * 1_000) / SAMPLES);
    memory.push(usageOf(pid).mebibytes);
  }
  const last = usageOf(pid);
  const searches = (await searchesOf(url)) - before;
  const took = last.at - first.at;
  const cpu = last.cpuSeconds - first.cpuSeconds;
  console.log(
    `${streams} streams of ${asked.length} requests, ${took.toFixed(0)} s, ${blocks.size} blocks: ` +
      `${(searches / blocks.size).toFixed(0)} searches a block, ` +
      `${(events / took).toFixed(0)} quotes/s, ${ended} ended, ` +
      `errors ${JSON.stringify(Object.fromEntries(errors))}`,
  );
  console.log(
    `CPU ${(cpu / blocks.size).toFixed(3)} s a block, ` +
      `${((cpu - idle * took) / blocks.size).toFixed(3)} s more than without streams`,
  );
  console.log(`memory MiB: ${memory.map((value) => value.toFixed(0)).join(", ")}`);
  for (const response of responses) response.destroy();
} finally {
  await service.stop();
}
