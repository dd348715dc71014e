import { Agent, request as send } from "node:http";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorSchema } from "../../src/api/http/error-schema.ts";
import { type RunningServer, startServer } from "../../src/api/http/server.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { createRandom } from "../api/router/market.ts";
import { createDescribed } from "../harness/described.ts";
import { createHostile, type HostileRequest } from "../harness/hostile.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import { ask, tokenOf } from "../harness/trading.ts";

const REQUESTS = sized({ always: 200, nightly: 200_000 });
const SEED = campaignSeed(18);
const AT_ONCE = 8;
/** Longest wait for an answer: many times what the slowest takes on a busy machine. */
const HANGS_MS = 60_000;
/** What memory may grow by from the first quarter to the end: caches that were not full. */
const LEAK_BYTES = 100e6;
const ACCOUNTS = [0xa11ce, 0xb0b00, 0xcafe].map((n) => `0x${n.toString(16).padStart(40, "0")}`);

let weir: RunningService;
let server: RunningServer;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

beforeAll(async () => {
  weir = await sharedService();
  server = await startServer({
    ...{ app: weir.app, host: "127.0.0.1", port: 0, log: pino({ level: "silent" }) },
  });
}, 300_000);

afterAll(async () => {
  agent.destroy();
  await server.close();
});

interface Answered {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** Sends a request as it is; `null` where Node refuses to write it. */
function sent({ method, path, headers, body }: HostileRequest): Promise<Answered | null> {
  return new Promise((resolve, reject) => {
    const timeout = AbortSignal.timeout(HANGS_MS);
    try {
      const outgoing = send(
        `${server.url}${path}`,
        { method, headers, agent, signal: timeout },
        (incoming) => {
          if (incoming.headers["content-type"]?.startsWith("text/event-stream") === true) {
            // A stream has no end.
            const contentType = incoming.headers["content-type"];
            incoming.destroy();
            resolve({ status: 200, contentType, retryAfter: undefined, body: "" });
            return;
          }
          text(incoming).then((answer) => {
            const { statusCode: status = 0, headers: got } = incoming;
            const contentType = got["content-type"] ?? "";
            resolve({ status, contentType, retryAfter: got["retry-after"], body: answer });
          }, reject);
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    } catch (error) {
      if (error instanceof TypeError) resolve(null);
      else reject(error);
    }
  });
}

/** Bytes that are in use once everything is collected that can be. */
function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

describe("hostile requests", () => {
  test(`default: of ${REQUESTS} (seed ${SEED}) none is a failure of the service, and none hangs`, async () => {
    const { tokens, positions } = weir.service(1).snapshot();
    const calldata: string[] = ["0x", "0xdeadbeef"];
    const trade = { fromAddress: ACCOUNTS[0] ?? "", tokenIn: NATIVE, amountIn: `${10n ** 18n}` };
    const own = await ask(weir, "route", { ...trade, tokenOut: tokenOf(weir, "USDC") });
    calldata.push(own.body.tx.data, own.body.tx.data, own.body.tx.data);
    const next = createHostile(createRandom(SEED), {
      ...{ accounts: ACCOUNTS, tokens: [NATIVE, ...[...tokens.keys()].slice(0, 200)], calldata },
      positions: [...positions.values()].map(({ position }) => position.address),
      slugs: ["core", "erc20", "permit2", "uniswap-v2", "uniswap-v3", "aave-v3", "weth", "curve"],
    });
    const faultOf = createDescribed();
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    let [made, written] = [0, 0];
    let usedAtFirst = 0;

    function check(
      asked: HostileRequest,
      { status, contentType, retryAfter, body }: Answered,
    ): void {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const shown = JSON.stringify(asked).slice(0, 2_000);
      const isRefusedForNow = status === 503 && retryAfter !== undefined;
      if (status >= 500 && !isRefusedForNow) faults.push(`${status} ${body} for ${shown}`);
      if (asked.method === "HEAD" || body === "") return;
      if (status >= 400 && !errorSchema.safeParse(JSON.parse(body)).success) {
        faults.push(`no error body: ${status} ${body.slice(0, 300)} for ${shown}`);
      }
      const { method, path } = asked;
      const fault = faultOf({ method, path, status, contentType, text: body });
      if (fault !== null) faults.push(`${fault} for ${shown}`);
    }

    async function work(): Promise<void> {
      while (made < REQUESTS && faults.length < 5) {
        made += 1;
        if (made === Math.floor(REQUESTS / 4)) usedAtFirst = usedBytes();
        if (made % 20_000 === 0) console.log(made, JSON.stringify([...statuses]));
        const asked = next();
        const answered = await sent(asked).catch((error: unknown) => {
          faults.push(`${error} for ${JSON.stringify(asked).slice(0, 2_000)}`);
        });
        if (!answered) continue;
        written += 1;
        check(asked, answered);
      }
    }

    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(faults).toEqual([]);
    expect(written).toBeGreaterThan(REQUESTS * 0.9);
    console.log(JSON.stringify([...statuses].sort()));
    // The requests are worth their name, and not all of them stop at the first check.
    for (const status of [200, 400]) expect(statuses.get(status)).toBeGreaterThan(REQUESTS / 50);
    expect(statuses.get(422)).toBeGreaterThan(REQUESTS / 150);
    expect(usedBytes() - usedAtFirst).toBeLessThan(LEAK_BYTES);
    const after = await ask(weir, "route", { ...trade, tokenOut: tokenOf(weir, "USDC") });
    expect(after.body.amountOut).toBe(own.body.amountOut);
  }, 14_400_000);
});
