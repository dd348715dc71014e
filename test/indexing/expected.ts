import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { lower } from "../../src/lib/address.ts";
import { deployments as uniswapV2 } from "../../src/protocols/uniswap-v2/contracts.ts";
import { deployments as uniswapV3 } from "../../src/protocols/uniswap-v3/contracts.ts";
import {
  decodeText,
  type LastChanges,
  lastChanges,
  type NodeState,
  pairAbi,
  poolAbi,
} from "./node-state.ts";
import type {
  PairRow,
  PoolRow,
  PoolTokenRow,
  Tables,
  TokenRow,
  V3PoolRow,
  V3TickRow,
} from "./tables.ts";

const SYMBOL: Hex = "0x95d89b41";
const NAME: Hex = "0x06fdde03";
const DECIMALS: Hex = "0x313ce567";

interface Venue {
  readonly family: string;
  readonly slug: string;
  readonly feePips: number | null;
}

/** The deployments on a chain by factory. */
function venues(chainId: number): ReadonlyMap<Address, Venue> {
  const found = new Map<Address, Venue>();
  for (const { slug, chains } of uniswapV2) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const feePips = contracts.feePips === "per-pair" ? null : contracts.feePips;
    found.set(contracts.factory, { family: "uniswap-v2", slug, feePips });
  }
  for (const { slug, chains } of uniswapV3) {
    const contracts = chains[chainId]?.contracts;
    if (contracts !== undefined) {
      found.set(contracts.factory, { family: "uniswap-v3", slug, feePips: null });
    }
  }
  return found;
}

async function read(
  node: NodeState,
  to: Address,
  {
    abi,
    name,
    args = [],
  }: { readonly abi: Abi; readonly name: string; readonly args?: readonly unknown[] },
): Promise<unknown> {
  const data = encodeFunctionData({ abi, functionName: name, args });
  const answer = await node.call(to, data);
  if (answer === null) throw new Error(`${name}() of ${to} failed.`);
  return decodeFunctionResult({ abi, functionName: name, data: answer });
}

/** What a token says of itself; `block` is that of its row. */
export async function expectedToken(
  node: NodeState,
  address: Address,
  block: number,
): Promise<TokenRow> {
  const [symbol, name, decimals] = await Promise.all(
    [SYMBOL, NAME, DECIMALS].map((data) => node.call(address, data)),
  );
  const number =
    decimals === null || decimals === undefined || decimals.length < 66
      ? null
      : BigInt(decimals.slice(0, 66));
  return {
    address,
    symbol: decodeText(symbol ?? null),
    name: decodeText(name ?? null),
    decimals: number !== null && number <= 255n ? Number(number) : null,
    updatedBlock: block,
  };
}

async function expectedPair(
  node: NodeState,
  address: Address,
  { venue, changes }: { readonly venue: Venue; readonly changes: LastChanges },
): Promise<PairRow> {
  const get = (name: string) => read(node, address, { abi: pairAbi, name });
  const [token0, token1, reserves, totalSupply, kLast] = await Promise.all([
    get("token0"),
    get("token1"),
    get("getReserves"),
    get("totalSupply"),
    get("kLast"),
  ]);
  const [reserve0, reserve1] = reserves as readonly [bigint, bigint, number];
  if (venue.feePips === null) throw new Error(`${venue.slug} has no fee of its own.`);
  return {
    address,
    slug: venue.slug,
    token0: lower(token0 as Address),
    token1: lower(token1 as Address),
    feePips: venue.feePips,
    reserve0,
    reserve1,
    totalSupply: totalSupply as bigint,
    kLast: kLast as bigint,
    ...{ minted: 0n, mints: 0, burned: 0n },
    updatedBlock: changes.pool.get(address) ?? -1,
  };
}

async function expectedV3Pool(
  node: NodeState,
  address: Address,
  { venue, changes }: { readonly venue: Venue; readonly changes: LastChanges },
): Promise<V3PoolRow> {
  const get = (name: string) => read(node, address, { abi: poolAbi, name });
  const names = ["token0", "token1", "fee", "tickSpacing", "liquidity", "slot0"];
  const [token0, token1, fee, tickSpacing, liquidity, slot0] = await Promise.all(names.map(get));
  const [sqrtPriceX96, tick] = slot0 as readonly [bigint, number];
  return {
    address,
    slug: venue.slug,
    token0: lower(token0 as Address),
    token1: lower(token1 as Address),
    feePips: fee as number,
    tickSpacing: tickSpacing as number,
    sqrtPriceX96,
    tick,
    liquidity: liquidity as bigint,
    ticksBlock: changes.ticks.get(address) ?? -1,
    updatedBlock: changes.pool.get(address) ?? -1,
  };
}

async function expectedTick(node: NodeState, id: string, block: number): Promise<V3TickRow> {
  const [pool, tick] = id.split(":") as [Address, string];
  const answer = await read(node, pool, { abi: poolAbi, name: "ticks", args: [Number(tick)] });
  const [liquidityGross, liquidityNet] = answer as readonly [bigint, bigint];
  return { pool, tick: Number(tick), liquidityGross, liquidityNet, updatedBlock: block };
}

/**
 * What the tables must hold at the node's block, made from logs and `eth_call` alone: no code of
 * the indexer takes part.
 */
export async function expectedTables(
  node: NodeState,
  chainId: number,
): Promise<Omit<Tables, "headBlock">> {
  const known = venues(chainId);
  const changes = await lastChanges(node, new Set(known.keys()));
  const pool: PoolRow[] = [];
  const poolToken: PoolTokenRow[] = [];
  const pairs: Promise<PairRow>[] = [];
  const v3Pools: Promise<V3PoolRow>[] = [];
  for (const [address, { block, factory }] of changes.created) {
    const venue = known.get(factory);
    if (venue === undefined) throw new Error(`Factory ${factory} is not configured.`);
    const { family, slug } = venue;
    pool.push({ id: address, address, family, slug, createdBlock: block });
    if (family === "uniswap-v2") pairs.push(expectedPair(node, address, { venue, changes }));
    else v3Pools.push(expectedV3Pool(node, address, { venue, changes }));
  }
  const pair = await Promise.all(pairs);
  const v3Pool = await Promise.all(v3Pools);
  const firstSeen = new Map<Address, number>();
  for (const { address, token0, token1 } of [...pair, ...v3Pool]) {
    for (const [position, token] of [token0, token1].entries()) {
      poolToken.push({ poolId: address, position, token });
      const block = changes.created.get(address)?.block ?? -1;
      firstSeen.set(token, Math.min(firstSeen.get(token) ?? block, block));
    }
  }
  // The pairs are the tokens of their shares.
  for (const { address } of pair) {
    firstSeen.set(address, changes.created.get(address)?.block ?? -1);
  }
  const token = await Promise.all(
    [...firstSeen].map(([address, block]) => expectedToken(node, address, block)),
  );
  const v3Tick = await Promise.all(
    [...changes.tick].map(([id, block]) => expectedTick(node, id, block)),
  );
  return { token, pool, poolToken, pair, v3Pool, v3Tick };
}
