import { type Address, getAbiItem, hexToBigInt, multicall3Abi, type PublicClient } from "viem";
import { AlgebraFactory } from "../../../abis/AlgebraFactory.ts";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { lower } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import {
  deployments,
  type Generation,
  placeTicksOf,
} from "../../../src/protocols/algebra/contracts.ts";
import {
  columnsOf,
  dynamicFeeOf,
  type ReadFee,
} from "../../../src/protocols/algebra/fee-columns.ts";
import type { AlgebraPool } from "../../../src/protocols/algebra/pool.ts";
import { readFees } from "../../../src/protocols/algebra/reading.ts";
import { endsOfPositions, readConcentrated } from "../uniswap-v3/read.ts";

/** A factory whose pools are read. */
export interface ReadFactory {
  readonly address: Address;
  readonly slug: string;
  readonly generation: Generation;
  /** Where a pool is; default: where its creation's log says. */
  readonly poolOf?: (token0: Address, token1: Address) => Address;
}

/** Every pool of the configured factories that tell of it by `Pool`. */
export function read(client: PublicClient, chainId: number): Promise<readonly AlgebraPool[]> {
  const factories = deployments.flatMap(({ slug, chains }) => {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) return [];
    return [{ address: contracts.factory, slug, generation: contracts.generation }];
  });
  return readPools(client, { chainId, factories });
}

/**
 * Slot of V1's pools with the liquidity and, above it, what was traded since the last timepoint.
 */
const LIQUIDITY_SLOT = "0x3";
const TICK_SPACING = 60;

/**
 * Every pool of some factories: logs say where its ticks are, contract reads what they hold and
 * what makes its fees, through the columns that keep it.
 *
 * @param windows Where the timepoints of a day ago were, by pool; kept up to date.
 */
export async function readPools(
  client: PublicClient,
  on: {
    readonly chainId: number;
    readonly factories: readonly ReadFactory[];
    readonly windows?: Map<Address, number | null>;
  },
): Promise<readonly AlgebraPool[]> {
  const { number: blockNumber, timestamp } = await client.getBlock();
  const windows = on.windows ?? new Map<Address, number | null>();
  const ends = await endsOfPositions(client, blockNumber);
  const states: AlgebraPool[] = [];
  for (const { address: factory, slug, generation, poolOf } of on.factories) {
    const created = await createdBy(client, factory, blockNumber);
    const pools = created.map((one) => ({
      ...one,
      pool: lower(poolOf?.(one.token0, one.token1) ?? one.pool),
    }));
    const asked = pools.map(({ pool: address }) => ({
      ...{ address, windowIndex: windows.get(address) ?? null },
    }));
    const question = { generation, pools: asked, timestamp: Number(timestamp) };
    const fees = await readFees(aggregateOf(client, on.chainId, blockNumber), question);
    for (const { pool: address, token0, token1 } of pools) {
      const fee = fees.get(address);
      if (fee == null) throw new Error(`The pool ${address} does not say its fee.`);
      windows.set(address, fee.windowIndex);
      const place = { address, ends: ends.get(address) ?? new Set<number>(), blockNumber };
      const concentrated = await readConcentrated(client, { ...place, priceView: "globalState" });
      const traded = generation === "integral" ? 0n : await tradedOf(client, address);
      states.push({
        ...{ id: address, address, slug, updatedBlock: 0, ticksBlock: 0 },
        ...{ tickSpacing: TICK_SPACING, placeTicks: placeTicksOf(generation) },
        ...{ token0: lower(token0), token1: lower(token1), feePips: fee.feePips },
        dynamicFee: keptFee(fee, generation, traded),
        ...concentrated,
      });
    }
  }
  return states;
}

/** The fee as it comes back from the columns of a row. */
function keptFee(fee: ReadFee, generation: Generation, traded: bigint) {
  const oracle = generation === "integral" ? "integral" : "v1";
  return dynamicFeeOf(columnsOf(fee), oracle, traded);
}

async function createdBy(client: PublicClient, address: Address, toBlock: bigint) {
  const event = getAbiItem({ abi: AlgebraFactory, name: "Pool" });
  const logs = await client.getLogs({ address, event, fromBlock: 0n, toBlock, strict: true });
  return logs.map(({ args }) => args);
}

/** Views on the state after a block. */
export function aggregateOf(client: PublicClient, chainId: number, blockNumber: bigint): Aggregate {
  const multicall3 = CHAINS.get(chainId)?.multicall3;
  if (multicall3 === undefined) throw new Error(`No chain ${chainId}.`);
  return (calls) =>
    client.readContract({
      ...{ abi: multicall3Abi, address: multicall3, functionName: "aggregate3" },
      ...{ args: [calls], blockNumber },
    });
}

/** What a pool of V1 traded since its last timepoint, by liquidity, Q64. */
export async function tradedOf(client: PublicClient, address: Address): Promise<bigint> {
  const word = await client.getStorageAt({ address, slot: LIQUIDITY_SLOT });
  return hexToBigInt(word ?? "0x0") >> 128n;
}
