import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi } from "viem";
import { priceOfBin } from "../../src/protocols/liquidity-book/price.ts";
import type { DevnetPool, ManagedPool } from "../manifest.ts";
import { REACH } from "../protocols/pancakeswap-infinity-bin.ts";
import { asHex, type Rpc } from "../rpc.ts";
import { readFluid } from "./fluid-state.ts";

/** A pool that the trader trades in. */
export type TradedPool = DevnetPool | ManagedPool;

/** A pool as the trader sees it. */
export interface PoolState {
  readonly pool: TradedPool;
  /** Smallest units of token1 per smallest unit of token0. */
  readonly price: number;
  /**
   * Reserves; for a concentrated pool those of a constant product with the same depth at the price.
   */
  readonly reserve0: number;
  readonly reserve1: number;
  /** Active liquidity and square root price of a concentrated pool; null for a pair. */
  readonly concentrated: {
    readonly liquidity: bigint;
    readonly sqrtPriceX96: bigint;
    readonly tick: number;
  } | null;
}

const pairAbi = parseAbi(["function getReserves() view returns (uint112, uint112, uint32)"]);
const bookAbi = parseAbi([
  "function getReserves() view returns (uint128, uint128)",
  "function getActiveId() view returns (uint24)",
  "function getPriceFromId(uint24 id) view returns (uint256)",
]);
// The first two words are the same on Uniswap and PancakeSwap, which differ in the rest.
const priceAbi = parseAbi([
  "function slot0() view returns (uint160, int24)",
  "function globalState() view returns (uint160, int24)",
]);
const viewAbi = parseAbi([
  "function getSlot0(bytes32 poolId) view returns (uint160, int24, uint24, uint24)",
  "function getLiquidity(bytes32 poolId) view returns (uint128)",
]);
const binsAbi = parseAbi([
  "function getSlot0(bytes32 id) view returns (uint24 activeId, uint24, uint24)",
  "function getBin(bytes32 id, uint24 binId) view returns (uint128, uint128, uint256, uint256)",
]);
const liquidityAbi = parseAbi(["function liquidity() view returns (uint128)"]);

/** Reads a pool at the newest block; null when it is empty. */
export async function readPool(rpc: Rpc, pool: TradedPool): Promise<PoolState | null> {
  switch (pool.family) {
    case "uniswap-v2":
      return readPair(rpc, pool);
    case "uniswap-v3":
    case "ramses-v3":
    case "algebra":
      return readOwn(rpc, pool);
    case "liquidity-book":
      return readBook(rpc, pool);
    case "fluid":
      return readFluid(rpc, pool);
    case "uniswap-v4":
    case "pancakeswap-infinity":
      return readManaged(rpc, pool);
    case "pancakeswap-infinity-bin":
      return readBins(rpc, pool);
  }
}

async function readPair(rpc: Rpc, pool: DevnetPool): Promise<PoolState | null> {
  const data = await call(rpc, pool.address, encodeFunctionData({ abi: pairAbi }));
  const [reserve0, reserve1] = decodeFunctionResult({ abi: pairAbi, data });
  if (reserve0 === 0n || reserve1 === 0n) return null;
  const [first, second] = [Number(reserve0), Number(reserve1)];
  return { pool, price: second / first, reserve0: first, reserve1: second, concentrated: null };
}

async function readOwn(rpc: Rpc, pool: DevnetPool): Promise<PoolState | null> {
  const functionName = pool.family === "algebra" ? "globalState" : "slot0";
  const view = { abi: priceAbi, functionName } as const;
  const data = await call(rpc, pool.address, encodeFunctionData(view));
  const [sqrtPriceX96, tick] = decodeFunctionResult({ ...view, data });
  const active = await call(rpc, pool.address, encodeFunctionData({ abi: liquidityAbi }));
  const liquidity = decodeFunctionResult({ abi: liquidityAbi, data: active });
  return concentrated(pool, { sqrtPriceX96, tick, liquidity });
}

/** A pair whose bins are filled evenly has no depth of a price: all that it holds stands for it. */
async function readBook(rpc: Rpc, pool: DevnetPool): Promise<PoolState | null> {
  const held = { abi: bookAbi, functionName: "getReserves" } as const;
  const [reserve0, reserve1] = decodeFunctionResult({
    ...held,
    data: await call(rpc, pool.address, encodeFunctionData(held)),
  });
  if (reserve0 === 0n || reserve1 === 0n) return null;
  const active = { abi: bookAbi, functionName: "getActiveId" } as const;
  const id = decodeFunctionResult({
    ...active,
    data: await call(rpc, pool.address, encodeFunctionData(active)),
  });
  const priced = { abi: bookAbi, functionName: "getPriceFromId" } as const;
  const price = decodeFunctionResult({
    ...priced,
    data: await call(rpc, pool.address, encodeFunctionData({ ...priced, args: [id] })),
  });
  const [first, second] = [Number(reserve0), Number(reserve1)];
  return {
    ...{ pool, price: Number(price) / 2 ** 128, reserve0: first, reserve1: second },
    concentrated: null,
  };
}

async function readManaged(rpc: Rpc, pool: ManagedPool): Promise<PoolState | null> {
  const read = (functionName: "getSlot0" | "getLiquidity") =>
    call(rpc, pool.view, encodeFunctionData({ abi: viewAbi, functionName, args: [pool.id] }));
  const [slot0, active] = [await read("getSlot0"), await read("getLiquidity")];
  const [sqrtPriceX96, tick] = decodeFunctionResult({
    abi: viewAbi,
    functionName: "getSlot0",
    data: slot0,
  });
  const liquidity = decodeFunctionResult({
    abi: viewAbi,
    functionName: "getLiquidity",
    data: active,
  });
  return concentrated(pool, { sqrtPriceX96, tick, liquidity });
}

/** Bins are filled evenly: those around the active one tell what all hold. */
async function readBins(rpc: Rpc, pool: ManagedPool): Promise<PoolState | null> {
  const slot0 = { abi: binsAbi, functionName: "getSlot0", args: [pool.id] } as const;
  const [id] = decodeFunctionResult({
    ...slot0,
    data: await call(rpc, pool.view, encodeFunctionData(slot0)),
  });
  let [x, y] = [0, 0];
  for (const bin of [id - 1, id, id + 1]) {
    const view = { abi: binsAbi, functionName: "getBin", args: [pool.id, bin] } as const;
    const data = await call(rpc, pool.view, encodeFunctionData(view));
    const [reserveX, reserveY] = decodeFunctionResult({ ...view, data });
    [x, y] = [Math.max(x, Number(reserveX)), Math.max(y, Number(reserveY))];
  }
  if (x === 0 || y === 0) return null;
  const price = Number(priceOfBin(id, pool.tickSpacing)) / 2 ** 128;
  return { pool, price, reserve0: x * REACH, reserve1: y * REACH, concentrated: null };
}

function concentrated(
  pool: TradedPool,
  { sqrtPriceX96, tick, liquidity }: NonNullable<PoolState["concentrated"]>,
): PoolState | null {
  if (liquidity === 0n) return null;
  const sqrtPrice = Number(sqrtPriceX96) / 2 ** 96;
  return {
    pool,
    price: sqrtPrice * sqrtPrice,
    reserve0: Number(liquidity) / sqrtPrice,
    reserve1: Number(liquidity) * sqrtPrice,
    concentrated: { liquidity, sqrtPriceX96, tick },
  };
}

async function call(rpc: Rpc, to: Address, data: string): Promise<`0x${string}`> {
  return asHex(await rpc.request("eth_call", [{ to, data }, "latest"]));
}
