// Five times the sustainable rate of quotes on the devnet: p99 of what is answered and refused,
// memory: node scripts/run.mjs bench/overload.ts With --root <directory> of another checkout, whose
// dependencies are installed.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { applyLoad } from "./http/load.ts";
import { mixOf, queriesOf } from "./http/mixes.ts";
import { applyRate } from "./http/rate.ts";
import { usageOf } from "./http/usage.ts";
import { startService } from "./service.ts";
import { quantile } from "./statistics.ts";

const CHAIN_ID = 1;
const WARM_UP_SECONDS = 20;
const CALM_SECONDS = 15;
const CALM_CONNECTIONS = 10;
const SETTLE_MS = 5_000;

const { values: options } = parseArgs({
  options: {
    endpoint: { type: "string", default: "quote" },
    factor: { type: "string", default: "5" },
    seconds: { type: "string", default: "60" },
    root: { type: "string" },
    mix: { type: "string", default: "users" },
  },
});
const [factor, seconds] = [Number(options.factor), Number(options.seconds)];
if (!(factor > 0 && seconds > 0)) throw new Error("--factor and --seconds take numbers above 0.");

const service = await startService({ root: options.root });
try {
  const { url, pid } = service;
  const queries = await queriesOf(mixOf(options.mix), { url, chainId: CHAIN_ID });
  const nextPath = (): string => `/api/v1/shortcuts/${options.endpoint}?${queries.next().value}`;
  const calm = { url, nextPath, connections: CALM_CONNECTIONS };
  await applyLoad({ ...calm, seconds: WARM_UP_SECONDS });
  const sustainable = await applyLoad({ ...calm, seconds: CALM_SECONDS });
  const rate = Math.round(sustainable.answered / CALM_SECONDS);
  console.log(
    `${options.endpoint}: ${rate} requests/s at ${CALM_CONNECTIONS} connections, p99 ${sustainable.p99.toFixed(0)} ms`,
  );
  const { mebibytes: before } = usageOf(pid);
  const { answered, late } = await applyRate({
    url,
    nextPath,
    requestsPerSecond: rate * factor,
    seconds,
  });
  const { mebibytes: during } = usageOf(pid);
  const total = [...answered.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(
    `${rate * factor} requests/s asked for, ${(total / seconds).toFixed(0)} sent, for ${seconds} s, ` +
      `p99 ${quantile(late, 0.99).toFixed(1)} ms late:`,
  );
  for (const [status, of] of [...answered].toSorted(([a], [b]) => a - b)) {
    const [p50, p99] = [quantile(of, 0.5), quantile(of, 0.99)];
    console.log(
      `  ${status}: ${(of.length / seconds).toFixed(1)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
  }
  await sleep(SETTLE_MS);
  const recovered = await applyLoad({ ...calm, seconds: CALM_SECONDS });
  console.log(
    `afterwards ${recovered.requestsPerSecond.toFixed(0)} requests/s, p99 ${recovered.p99.toFixed(0)} ms, ${[...recovered.refused.values()].reduce((a, b) => a + b, 0)} refused`,
  );
  console.log(
    `memory: ${before.toFixed(0)} MiB before, ${during.toFixed(0)} at the end (${((during / before - 1) * 100).toFixed(1)} %)`,
  );
} finally {
  await service.stop();
}
