import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRecorder } from "../../src/api/history/recorder.ts";
import { openRecords } from "../../src/api/records/open.ts";
import { READER_STATEMENTS } from "../../src/api/views/reader-role.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import { type RunningService, startRunningService } from "../harness/service.ts";

const HOURS = 3;
const SWAPS_PER_HOUR = 5;
/** Milliseconds in which the trader, which looks every 200, sends what the next block takes. */
const TRADER_MS = 300;
const PAIR = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const WETH = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";

const document = readFileSync(join(import.meta.dirname, "../../docs/sql.md"), "utf8");
/** The documented queries, by the title of their section. */
const queries = new Map(
  [...document.matchAll(/^### ([^\n]+)\n[^#]*?```sql\n([^`]+)```/gm)].map(
    ([, title = "", query]) => [title, query ?? ""],
  ),
);

type Row = Readonly<Record<string, unknown>>;

let weir: RunningService;
let reader: postgres.Sql;
const results = new Map<string, readonly Row[]>();

/** What a documented query answered, as the reading role. */
function result(title: string): readonly Row[] {
  const rows = results.get(title);
  if (rows === undefined) throw new Error(`docs/sql.md has no query "${title}"`);
  return rows;
}

const numbers = (title: string, column: string): readonly number[] =>
  result(title).map((row) => (row[column] === null ? Number.NaN : Number(row[column])));

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); !(await holds()); await sleep(200)) {
    if (Date.now() - start > 120_000) throw new Error("it did not come true within two minutes");
  }
}

async function minedUntil(holds: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    await sleep(TRADER_MS);
    await weir.mine(1);
    return holds();
  });
}

beforeAll(async () => {
  weir = await startRunningService({ chainIds: [1], blockTimeMs: null });
  const owner = postgres(weir.databaseUrl, { max: 1, onnotice: () => undefined });
  const records = await openRecords(weir.databaseUrl);
  const recorder = startRecorder({
    chains: new Map([[1, weir.service(1)]]),
    ...{ protocols: PROTOCOLS, records, log: pino({ level: "silent" }) },
  });
  try {
    // The hour that the chain begins in is recorded before its time moves on.
    await until(async () => {
      await recorder.look();
      const [found] = await owner`
        select to_regclass('defi.apy') is not null as made,
          (select count(*)::int from weir_app.recorded_hours where chain_id = 1) as hours`;
      return found?.made === true && found?.hours > 0;
    });
    weir.devnet.startTrader();
    for (let hour = 1; hour <= HOURS; hour += 1) {
      const { timestamp } = await weir.node(1).getBlock();
      await weir.node(1).setNextBlockTimestamp({ timestamp: timestamp + 3_600n });
      // The recorder looks about every second.
      await minedUntil(async () => {
        const [found] = await owner`
          select (select count(*)::int from weir_app.recorded_hours where chain_id = 1) as hours,
            (select count(distinct hour)::int from defi.pool_hourly) as traded,
            (select coalesce(sum(swaps), 0)::int from defi.pool_hourly) as swaps`;
        return (
          found?.hours > hour && found?.traded >= hour && found?.swaps >= hour * SWAPS_PER_HOUR
        );
      });
    }
    await minedUntil(async () => {
      const bought = await owner`
        select from defi.pool_hourly where token_in = ${USDC} and token_out = ${WETH}`;
      return bought.length > 0;
    });
    weir.devnet.stopTrader();
  } finally {
    await recorder.close();
    await records.close();
    await owner.end();
  }
  reader = postgres(weir.databaseUrl.replace("weir@", "weir_reader@"), { max: 1 });
  for (const [title, query] of queries) results.set(title, await reader.unsafe(query));
}, 600_000);

afterAll(async () => {
  await reader?.end();
  await weir?.stop();
});

describe("docs/sql.md", () => {
  test("default", () => {
    expect(queries.size).toBeGreaterThanOrEqual(12);
    for (const [title, rows] of results) expect(rows.length, title).toBeGreaterThan(0);
  });

  test("behavior: it has the statements that make the role", () => {
    const [, statements] = /```sql role\n(.+?)```/s.exec(document) ?? [];
    expect(statements).toBe(`${READER_STATEMENTS.join(";\n")};\n`);
  });

  test("behavior: volume", async () => {
    const volume = result("Volume by protocol and day");
    const [all] = await reader`select sum(swaps)::int as swaps from defi.pool_hourly`;
    expect(volume.reduce((sum, { swaps }) => sum + Number(swaps), 0)).toBe(all?.swaps);
    const uniswap = volume.find(({ protocol }) => protocol === "uniswap-v3");
    expect(Number(uniswap?.volume_usd)).toBeGreaterThan(1);
    for (const row of result("Fees by pool")) {
      expect(Number(row.fee_percent), JSON.stringify(row)).toBeGreaterThanOrEqual(0);
      expect(Number(row.fee_percent)).toBeLessThan(5);
    }
  });

  test("behavior: value and yield", () => {
    const locked = result("Value locked over time");
    const v3 = locked.find(({ protocol }) => protocol === "uniswap-v3");
    expect(Number(v3?.tvl_usd)).toBeGreaterThan(10_000);
    const yields = numbers("Yields, highest first", "apy_percent");
    expect(yields).toEqual(yields.toSorted((a, b) => b - a));
    expect(yields.at(-1)).toBeGreaterThan(0);
    const stakes = numbers("Staking by value", "tvl_usd").filter((value) => value > 0);
    expect(stakes).toEqual(stakes.toSorted((a, b) => b - a));
    expect(numbers("Staking by value", "staked").every((staked) => staked > 0)).toBe(true);
  });

  test("behavior: impact grows with size from the fee on", () => {
    const byDirection = new Map<string, readonly number[]>();
    for (const { pool_id, token_in, loss_percent } of result("Price impact by size")) {
      const direction = `${pool_id} ${token_in}`;
      byDirection.set(direction, [...(byDirection.get(direction) ?? []), Number(loss_percent)]);
    }
    expect(byDirection.size).toBeGreaterThan(10);
    for (const losses of byDirection.values()) {
      expect(losses).toEqual(losses.toSorted((a, b) => a - b));
      expect(losses[0]).toBeGreaterThan(0);
      expect(losses.at(-1)).toBeGreaterThan(9);
      expect(losses.at(-1)).toBeLessThan(12);
    }
  });

  test("behavior: the graph", () => {
    const connected = result("Tokens with the most connections");
    expect(["WETH", "USDC", "DAI", "USDT"]).toContain(connected[0]?.symbol);
    const pools = [...numbers("Tokens with the most connections", "pools")];
    expect(pools[0]).toBeGreaterThan(5);
    const ages = numbers("Stale pools", "blocks_ago");
    expect(ages).toEqual(ages.toSorted((a, b) => b - a));
    expect(ages.every((age) => age >= 0)).toBe(true);
    for (const largest of numbers("Concentration of a token's liquidity", "largest_percent")) {
      expect(largest).toBeGreaterThan(0);
      expect(largest).toBeLessThanOrEqual(100);
    }
  });

  test("behavior: what was paid for a WETH is near its recorded price", () => {
    const hours = result("Price of a token by hour");
    for (const { price_usd, paid_usdc } of hours) {
      expect(Number(paid_usdc) / Number(price_usd)).toBeGreaterThan(0.9);
      expect(Number(paid_usdc) / Number(price_usd)).toBeLessThan(1.2);
    }
  });

  test("behavior: no market lends more than it has", () => {
    for (const row of result("Lending markets by utilisation")) {
      expect(Number(row.utilisation_percent), JSON.stringify(row)).toBeLessThanOrEqual(100.001);
      expect(Number(row.borrowed)).toBeGreaterThanOrEqual(0);
    }
  });

  test("behavior: the reserves at a block are the contract's", async () => {
    const { number } = await weir.node(1).getBlock();
    const slot = await weir.node(1).readContract({
      address: PAIR,
      abi: [
        {
          type: "function",
          name: "getReserves",
          stateMutability: "view",
          inputs: [],
          outputs: [{ type: "uint112" }, { type: "uint112" }, { type: "uint32" }],
        },
      ],
      functionName: "getReserves",
      blockNumber: number - 10n,
    });
    const rows = result("State of a pool at a block");
    const usdc = rows.find(({ token }) => token === USDC);
    expect(Number(usdc?.reserve)).toBeCloseTo(Number(slot[0]) / 1e6, 5);
    expect(rows.every(({ block }) => Number(block) <= Number(number) - 10)).toBe(true);
  });
});
