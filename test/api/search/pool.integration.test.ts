import { spawn } from "node:child_process";
import { join } from "node:path";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { Registry } from "prom-client";
import { afterEach, describe, expect, test } from "vitest";
import type { GraphFollower } from "../../../src/api/graph/follower.ts";
import { createMetrics } from "../../../src/api/metrics/metrics.ts";
import { watchSearches } from "../../../src/api/metrics/search-gauges.ts";
import { findRoute } from "../../../src/api/router/find-route.ts";
import { type SearchPool, startSearchPool } from "../../../src/api/search/pool.ts";
import { defaultPoolSize, openSearchPool } from "../../../src/api/search/pool-size.ts";
import type { Question } from "../../../src/api/search/search.ts";
import { descendants, stillRunning } from "../../harness/processes.ts";
import { createRandom } from "../router/market.ts";
import { ONE, request } from "../router/requests.ts";
import { type Block, blocksOf, chainOf } from "./blocks.ts";

const MARKET = { tokens: 20, pools: 60 };
const WAIT_MS = 60_000;
const GAS = { numerator: 3n, denominator: 2n };

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A pool with what it logs. */
function start(size: number) {
  const lines: { readonly msg: string }[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const pool = startSearchPool({ size, log: pino({ level: "warn" }, sink) });
  ends.push(pool.close);
  return { pool, lines };
}

function publish(follower: GraphFollower, { snapshot, published, touched }: Block): void {
  follower.follow(snapshot, published, touched);
}

async function until(done: () => boolean): Promise<void> {
  for (const startedAt = Date.now(); !done(); await sleep(20)) {
    if (Date.now() - startedAt > WAIT_MS) throw new Error(`waited for ${done}`);
  }
}

function ready({ usage }: SearchPool): number {
  return [...usage().values()].filter(({ isReady }) => isReady).length;
}

/** The search processes of this one. */
function processes() {
  return descendants(process.pid).filter(({ command }) => command.includes("process-main"));
}

/** Counts searches by where they ran. */
function countingMeter() {
  const count = { searches: 0, elsewhere: 0 };
  const meter = {
    ...createMetrics(new Map()).chain(1),
    searched: () => void count.searches++,
    searchWaited: () => void count.elsewhere++,
  };
  return { count, meter };
}

/** Requests on a block, with and without gas, some of them refused. */
function questions({ snapshot }: Block, count: number): readonly Question[] {
  const random = createRandom(snapshot.block.number);
  return Array.from({ length: count }, (_, n) => {
    const tokenIn = Math.floor(random() * MARKET.tokens);
    const tokenOut = (tokenIn + 1 + Math.floor(random() * (MARKET.tokens - 1))) % MARKET.tokens;
    const amountIn = BigInt(Math.floor(10 ** (4 + random() * 18)));
    const asked = request(tokenIn, tokenOut, n % 10 === 0 ? amountIn * ONE * ONE : amountIn);
    const gasPrice = n % 2 === 0 ? GAS : { numerator: 0n, denominator: 1n };
    return { snapshot, request: asked, gasPrice };
  });
}

const here = ({ snapshot, request: asked, gasPrice }: Question) =>
  findRoute(snapshot, asked, gasPrice);

describe("startSearchPool", () => {
  test("default: processes answer what this thread answers, block by block", async () => {
    const { pool, lines } = start(2);
    const follower = pool.follower(chainOf());
    const blocks = blocksOf({ ...MARKET, seed: 11 });
    const { count, meter } = countingMeter();
    publish(follower, blocks.next().value);
    await until(() => ready(pool) === 2);
    let [asked, before] = [0, blocks.next().value];
    publish(follower, before);
    for (let n = 0; n < 20; n++) {
      const block = blocks.next().value;
      publish(follower, block);
      // Requests that started on the block before hold its snapshot.
      const all = [...questions(block, 12), ...questions(before, 4)];
      const found = await Promise.all(all.map((question) => pool.search(question, meter)));
      for (const [i, question] of all.entries()) expect(found[i]).toEqual(here(question));
      asked += all.length;
      before = block;
    }
    expect(count).toEqual({ searches: asked, elsewhere: asked });
    expect(lines).toEqual([]);
    const registry = new Registry();
    watchSearches(pool, registry);
    for (const name of ["ready", "cpu_seconds_total", "resident_memory_bytes"]) {
      const metric = await registry.getSingleMetric(`weir_search_process_${name}`)?.get();
      expect(metric?.values.map(({ labels, value }) => [labels, value > 0])).toEqual([
        [{ process: "1" }, true],
        [{ process: "2" }, true],
      ]);
    }
  });

  test("behavior: searches here before the first snapshot arrived, on old ones, and after earlier trades", async () => {
    const { pool } = start(1);
    const { count, meter } = countingMeter();
    const follower = pool.follower(chainOf());
    const blocks = blocksOf({ ...MARKET, seed: 12 });
    const first = blocks.next().value;
    publish(follower, first);
    const [question] = questions(first, 1);
    if (question === undefined) throw new Error("no question");
    expect(await pool.search(question, meter)).toEqual(here(question));
    await until(() => ready(pool) === 1);
    const after = { ...question, request: { ...question.request, before: new Map() } };
    expect(await pool.search(after, meter)).toEqual(here(question));
    for (let n = 0; n < 6; n++) publish(follower, blocks.next().value);
    expect(await pool.search(question, meter)).toEqual(here(question));
    expect(count).toEqual({ searches: 3, elsewhere: 0 });
    follower.close();
  });

  test("behavior: a process that dies costs no answer, and another takes its place", async () => {
    const { pool, lines } = start(1);
    const { count, meter } = countingMeter();
    const follower = pool.follower(chainOf());
    const blocks = blocksOf({ ...MARKET, seed: 13 });
    publish(follower, blocks.next().value);
    await until(() => ready(pool) === 1);
    const block = blocks.next().value;
    publish(follower, block);
    const all = questions(block, 100);
    const answers = Promise.all(all.map((question) => pool.search(question, meter)));
    for (const { pid } of processes()) process.kill(pid, "SIGKILL");
    for (const [i, result] of (await answers).entries()) {
      expect(result).toEqual(here(all[i] as Question));
    }
    expect(count.elsewhere).toBeLessThan(all.length);
    expect(lines).toMatchObject([{ signal: "SIGKILL", pid: expect.any(Number) }]);
    // Blocks that come while it starts are not lost.
    for (let n = 0; n < 3; n++) publish(follower, blocks.next().value);
    await until(() => ready(pool) === 1);
    const last = blocks.next().value;
    publish(follower, last);
    const { count: later, meter: second } = countingMeter();
    for (const question of questions(last, 30)) {
      expect(await pool.search(question, second)).toEqual(here(question));
    }
    expect(later.elsewhere).toBe(30);
  });

  test("behavior: a feed that ended is forgotten, others go on", async () => {
    const { pool, lines } = start(1);
    const [old, young] = [pool.follower(chainOf()), pool.follower(chainOf())];
    const [blocks, others] = [14, 15].map((seed) => blocksOf({ ...MARKET, seed }));
    const [block, other] = [blocks?.next().value, others?.next().value];
    if (!block || !other) throw new Error("no blocks");
    publish(old, block);
    publish(young, other);
    await until(() => ready(pool) === 1);
    old.close();
    const { count, meter } = countingMeter();
    for (const question of [...questions(block, 5), ...questions(other, 5)]) {
      expect(await pool.search(question, meter)).toEqual(here(question));
    }
    expect(count).toEqual({ searches: 10, elsewhere: 5 });
    expect(lines).toEqual([]);
  });

  test("behavior: the end leaves no process, whatever is under way", async () => {
    const { pool, lines } = start(2);
    const follower = pool.follower(chainOf());
    const block = blocksOf({ ...MARKET, seed: 16 }).next().value;
    publish(follower, block);
    await until(() => ready(pool) === 2);
    const family = processes();
    expect(family).toHaveLength(2);
    const all = questions(block, 20);
    const answers = Promise.all(all.map((question) => pool.search(question, undefined)));
    await pool.close();
    for (const [i, result] of (await answers).entries()) {
      expect(result).toEqual(here(all[i] as Question));
    }
    expect(stillRunning(family)).toEqual([]);
    expect(lines).toEqual([]);
  });

  test("behavior: no process outlives a parent that is killed", async () => {
    const file = join(import.meta.dirname, "../../../src/api/search/pool.ts");
    const code = `import { startSearchPool } from ${JSON.stringify(file)};
      startSearchPool({ size: 1, log: console });`;
    const parent = spawn(process.execPath, ["--input-type=module", "--eval", code]);
    const children = () => descendants(parent.pid ?? 0);
    await until(() => children().some(({ command }) => command.includes("process-main")));
    const family = children();
    parent.kill("SIGKILL");
    await until(() => stillRunning(family).length === 0);
  });
});

describe("openSearchPool", () => {
  test("behavior: 0 starts nothing", () => {
    expect(openSearchPool(0, pino({ level: "silent" }))).toBeNull();
    expect(processes()).toEqual([]);
  });
});

describe("defaultPoolSize", () => {
  test("default: a core stays for the API's thread", () => {
    expect([1, 2, 3, 5, 64].map(defaultPoolSize)).toEqual([0, 1, 2, 4, 4]);
  });
});
