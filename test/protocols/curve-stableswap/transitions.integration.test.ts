import { encodeFunctionData, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { curve } from "../../../devnet/protocols/curve.ts";
import {
  type CurvePoolContracts,
  configuredPool,
} from "../../../src/protocols/curve-stableswap/contracts.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import { poolState } from "../../../src/protocols/curve-stableswap/states.ts";
import {
  changed,
  opened,
  type PoolChange,
  type PoolParameters,
} from "../../../src/protocols/curve-stableswap/transitions.ts";
import { sized } from "../../harness/size.ts";
import { createRandom } from "../chain.ts";
import { hopGas } from "../hop-gas.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { logsOf, type PlacedLog } from "./logs.ts";
import { read } from "./read.ts";
import { adminAbi, pools, shake } from "./shake.ts";

const ROUNDS = sized({ always: 150, nightly: 300 });

let chain: ProtocolChain;
const before = new Map<string, PoolParameters>();

beforeAll(async () => {
  chain = await startProtocolChain({ chainId: 1, protocols: [curve] });
  for (const state of await read(chain.client, 1)) before.set(state.id, state);
  const random = createRandom(5);
  for (let round = 0; round < ROUNDS; round++) await shake(chain, random, round);
}, 240_000);
afterAll(() => chain?.stop());

const configured = (address: `0x${string}`) => {
  const pool = configuredPool(1, address);
  if (pool === undefined) throw new Error(`${address} is not configured.`);
  return pool;
};

/**
 * The row of a pool after its logs, the first of which is its first deposit. Throws where a log
 * does not fit.
 */
function replay(pool: CurvePoolContracts, [first, ...rest]: readonly PlacedLog[]): PoolChange {
  if (first?.log.kind !== "add") throw new Error("The first log is no deposit.");
  const { feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime } =
    before.get(pool.pool) ?? {};
  if (feeE10 === undefined || adminFeeE10 === undefined) throw new Error("not read");
  if (initialA === undefined || futureA === undefined) throw new Error("not read");
  if (initialATime === undefined || futureATime === undefined) throw new Error("not read");
  const parameters = { feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime };
  const numbers = { ...parameters, balances: first.log.amounts, supply: first.log.supply };
  let row = opened(pool, numbers, { block: first.block, readBlock: -1 });
  for (const [index, placed] of rest.entries()) {
    const next = changed(pool, row, placed);
    if (next === null)
      throw new Error(
        `log ${index} does not fit: ${JSON.stringify(placed.log, (_, v) => (typeof v === "bigint" ? String(v) : v))}`,
      );
    row = next;
  }
  return row;
}

/** What the contract said that a share was worth, at the time of one of its logs. */
function priceAt(
  address: `0x${string}`,
  logs: readonly PlacedLog[],
  timestamp: number,
): Promise<bigint> {
  const at = logs.findLast(({ block }) => block.timestamp === timestamp);
  if (at === undefined) throw new Error(`no log at ${timestamp}`);
  return chain.client.readContract({
    address,
    abi: parseAbi(["function get_virtual_price() view returns (uint256)"]),
    functionName: "get_virtual_price",
    blockNumber: BigInt(at.block.number),
  });
}

describe("changed", () => {
  test.each(
    pools.map(({ pool }) => pool),
  )(`behavior: the logs of ${ROUNDS} operations of %s give what the contract holds`, async (address) => {
    const pool = configured(address);
    const logs = await logsOf(chain.client, pool);
    expect(new Set(logs.map(({ log }) => log.kind))).toEqual(
      new Set(["exchange", "add", "remove", "remove-one", "remove-imbalance", "fee", "ramp"]),
    );
    const state = poolState(pool, replay(pool, logs));
    const found = (await read(chain.client, 1)).find(({ id }) => id === address);
    const { since, latest, updatedBlock: _at, ...numbers } = state;
    expect(found).toMatchObject(numbers);
    expect(latest.timestamp - since.timestamp).toBeGreaterThanOrEqual(86_400);
    expect(latest.price).toBe(await priceAt(address, logs, latest.timestamp));
  });

  test("behavior: a change without a log is noticed at the next trade", async () => {
    const [plan] = pools;
    if (plan === undefined) throw new Error("no pool");
    const data = encodeFunctionData({ abi: adminAbi, functionName: "donate_admin_fees" });
    const label = "donation";
    chain.builder.queue({ to: plan.pool, data, gas: 500_000n, label });
    await chain.builder.flush();
    const pool = configured(plan.pool);
    const known = (await logsOf(chain.client, pool)).length;
    const random = createRandom(6);
    for (let round = ROUNDS; ; round++) {
      await shake(chain, random, round);
      if ((await logsOf(chain.client, pool)).at(-1)?.log.kind === "exchange") break;
    }
    const logs = await logsOf(chain.client, pool);
    expect(() => replay(pool, logs.slice(0, known))).not.toThrow();
    expect(() => replay(pool, logs)).toThrow("does not fit");
  });
});

describe("quote", () => {
  test("behavior: its gas is what the hop adds to a transaction, within 15 %", async () => {
    const decimals = new Map(
      pools.flatMap(({ coins, decimals }) => coins.map((coin, i) => [coin, decimals[i] ?? 18])),
    );
    const measured = await hopGas(curveStableswap, chain, {
      states: await read(chain.client, 1),
      amountOf: ({ tokenIn }) => 100n * 10n ** BigInt(decimals.get(tokenIn) ?? 18),
    });
    const swap = measured.find(({ edge }) => edge.action === "swap");
    if (swap === undefined) throw new Error("No swap was measured.");
    const transaction = swap.gasUsed - swap.quoted;
    for (const { edge, gasUsed, quoted } of measured) {
      const hop = Number(gasUsed - transaction);
      expect(Math.abs(hop - Number(quoted)) / hop, `${edge.action} ${hop}`).toBeLessThan(0.15);
    }
  });
});
