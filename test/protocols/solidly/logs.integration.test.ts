import { type Address, parseEventLogs, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LiquidityShare } from "../../../abis/LiquidityShare.ts";
import { SolidlyPool as poolEvents } from "../../../abis/SolidlyPool.ts";
import { SolidlyPoolFactory } from "../../../abis/SolidlyPoolFactory.ts";
import { AERODROME_FACTORY, aerodrome } from "../../../devnet/protocols/aerodrome.ts";
import { lower } from "../../../src/lib/address.ts";
import { solidly } from "../../../src/protocols/solidly/index.ts";
import type { SolidlyPool } from "../../../src/protocols/solidly/pool.ts";
import {
  burned,
  charged,
  created,
  feeSet,
  minted,
  type PoolChange,
  synced,
} from "../../../src/protocols/solidly/transitions.ts";
import { createRandom } from "../chain.ts";
import { hopGas } from "../hop-gas.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { queueFee, queuePause, queueSwap, shake } from "./market.ts";
import { read } from "./read.ts";

// https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/base/aerodromeLpPools.json
const WETH_USDC = "0xcdac0d6c6c59727a65f871236188350531885c43";

/**
 * What a route's transaction uses besides its hop, as measured for the swaps of constant-product
 * pairs.
 */
const TRANSACTION_GAS = 46_000n;

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({ chainId: 8453, protocols: [aerodrome] });
}, 120_000);
afterAll(() => chain?.stop());

/** Rows, fees and the pause as the handlers make them of all logs up to the newest block. */
async function indexed() {
  const states = await read(chain.client, 8453);
  const pools = new Map(states.map((state) => [state.address, state]));
  const rows = new Map<Address, PoolChange>(states.map(({ address }) => [address, created(0)]));
  let isPaused = false;
  const abi = [...LiquidityShare, ...poolEvents, ...SolidlyPoolFactory] as const;
  const address = [...pools.keys(), AERODROME_FACTORY];
  const logs = await chain.client.getLogs({ address, fromBlock: 0n });
  for (const log of parseEventLogs({ abi, logs })) {
    const block = Number(log.blockNumber);
    if (log.eventName === "PoolCreated") continue;
    if (log.eventName === "SetPauseState") {
      isPaused = log.args.state;
      continue;
    }
    const target = lower(log.eventName === "SetCustomFee" ? log.args.pool : log.address);
    const [row, pool] = [rows.get(target), pools.get(target)];
    if (row === undefined || pool === undefined) throw new Error(`${target} is no pool.`);
    const change = changeOf(row, pool, { ...log, target, block });
    rows.set(target, { ...row, ...change });
  }
  return { states, rows, isPaused };

  type Log = ReturnType<typeof parseEventLogs<typeof abi, true>>[number];
  function changeOf(
    row: PoolChange,
    pool: SolidlyPool,
    log: Log & { readonly target: Address; readonly block: number },
  ): Partial<PoolChange> {
    switch (log.eventName) {
      case "Transfer": {
        const { from, to, value } = log.args;
        if (from === zeroAddress) return minted(row, value);
        return to === zeroAddress && lower(from) === log.target ? burned(row, value) : {};
      }
      case "Fees":
        return charged(row, log.args, pool);
      case "Sync":
        return synced(row, log.args, { block: log.block, timestamp: log.block });
      case "SetCustomFee":
        return feeSet(log.args.fee, log.block);
      default:
        return {};
    }
  }
}

/** Expects rows to say what the contracts answer. */
async function expectExact(): Promise<void> {
  const { states, rows, isPaused } = await indexed();
  for (const { address, reserve0, reserve1, totalSupply, feeBps, isStable, ...state } of states) {
    const row = rows.get(address);
    expect(row, address).toMatchObject({ reserve0, reserve1, totalSupply });
    expect(row?.customFeeBps ?? (isStable ? 5 : 30), address).toBe(feeBps);
    expect(isPaused).toBe(state.isPaused);
  }
}

async function poolAt(address: string): Promise<SolidlyPool> {
  const pool = (await read(chain.client, 8453)).find((one) => one.address === address);
  if (pool === undefined) throw new Error(`There is no pool ${address}.`);
  return pool;
}

describe("aerodrome", () => {
  test("default: pools have their addresses of the real chain", async () => {
    expect(await poolAt(WETH_USDC)).toMatchObject({
      token0: "0x4200000000000000000000000000000000000006",
      token1: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
      isStable: false,
    });
  });
});

describe("gas", () => {
  test("default: quotes say what a hop adds to a transaction", async () => {
    const states = await read(chain.client, 8453);
    const measured = await hopGas(solidly, chain, {
      states,
      amountOf: ({ tokenIn, state }) => {
        const { id, token0, unit0, unit1, totalSupply } = state as SolidlyPool;
        if (tokenIn === id) return totalSupply / 1_000n;
        return 10n * (tokenIn === token0 ? unit0 : unit1);
      },
    });
    for (const { edge, gasUsed, quoted } of measured) {
      const hop = Number(gasUsed - TRANSACTION_GAS);
      const label = `${edge.action} of ${edge.tokenIn}: ${hop}`;
      expect(Math.abs(hop - Number(quoted)) / hop, label).toBeLessThan(0.1);
    }
  });
});

describe("transitions", () => {
  test("default: rows made of logs are what the contracts answer", async () => {
    await expectExact();
    const random = createRandom(3);
    for (let round = 0; round < 15; round++) await shake(chain, random);
    await expectExact();
  }, 60_000);

  test("behavior: fees and pauses", async () => {
    queueFee(chain, WETH_USDC, 420n);
    queuePause(chain, true);
    await chain.builder.flush();
    expect(await poolAt(WETH_USDC)).toMatchObject({ feeBps: 0, isPaused: true });
    await expectExact();
    queueFee(chain, WETH_USDC, 0n);
    queuePause(chain, false);
    await chain.builder.flush();
    await expectExact();
  });

  test("behavior: the index of fees grows by what holders can claim of the reserves", async () => {
    const before = (await indexed()).rows.get(WETH_USDC);
    const pool = await poolAt(WETH_USDC);
    const amountIn = 1_000_000n * pool.unit1;
    queueSwap(chain, pool, { zeroForOne: false, amountIn });
    await chain.builder.flush();
    const after = (await indexed()).rows.get(WETH_USDC);
    const grown = Number(after?.feeIndexWad) / Number(before?.feeIndexWad) - 1;
    const fee = Number(amountIn) * 0.003;
    expect(grown).toBeCloseTo(fee / (2 * Number(pool.reserve1)), 12);
  });
});
