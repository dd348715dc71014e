import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import {
  AERODROME_FACTORY,
  AERODROME_ROUTER,
  aerodrome,
} from "../../../devnet/protocols/aerodrome.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import type { SolidlyPool } from "../../../src/protocols/solidly/pool.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function balanceOf(address) view returns (uint256)",
]);
const factoryAbi = parseAbi([
  "function createPool(address tokenA, address tokenB, bool stable)",
  "function setCustomFee(address pool, uint256 fee)",
  "function setPauseState(bool state)",
]);
const routerAbi = parseAbi([
  "struct Route { address from; address to; bool stable; address factory; }",
  "function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, Route[] routes, address to, uint256 deadline)",
  "function addLiquidity(address tokenA, address tokenB, bool stable, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)",
  "function removeLiquidity(address tokenA, address tokenB, bool stable, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)",
]);
const poolAbi = parseAbi(["function sync()"]);

const WETH = "0x4200000000000000000000000000000000000006";
const FOREVER = (1n << 256n) - 1n;
/** Custom fees in basis points; 0 takes the custom fee away, and 420 stands for none at all. */
const FEES = [0n, 1n, 30n, 300n, 420n];

const POOLS = [
  ["USDC", "DAI", true],
  ["USDC", "USDbC", true],
  ["AERO", "DAI", true],
  ["AERO", "USDC", false],
] as const;

/** Aerodrome with empty pools of its own. */
export const aerodromePools: DevnetProtocol = {
  ...aerodrome,
  async seed({ builder, tokens }) {
    for (const [a, b, stable] of POOLS) {
      const [tokenA, tokenB] = [tokenBySymbol(tokens, a), tokenBySymbol(tokens, b)];
      const args = [tokenA.address, tokenB.address, stable] as const;
      const data = encodeFunctionData({ abi: factoryAbi, functionName: "createPool", args });
      builder.queue({ to: AERODROME_FACTORY, gas: 2_000_000n, label: `pool ${a}/${b}`, data });
    }
    await builder.flush();
  },
};

/**
 * Real changes of every pool: the first mint, then trades, mints, burns, gifts, fees and pauses.
 */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const pools = await read(chain.client, 8453);
  queuePause(chain, false);
  for (const pool of pools) {
    // The wrapped currency cannot be minted at will.
    if (pool.token0 === WETH || pool.token1 === WETH) continue;
    await changePool(chain, pool, random);
  }
  if (random() < 0.08) queuePause(chain, true);
  await chain.builder.flush();
}

async function changePool(chain: ProtocolChain, pool: SolidlyPool, random: Random): Promise<void> {
  const { reserve0, reserve1, unit0, unit1, address } = pool;
  if (reserve0 === 0n) return queueAdd(chain, pool, [1_000_000n * unit0, 1_000_000n * unit1]);
  const part = (whole: bigint) => (whole * BigInt(1 + Math.floor(random() * 400))) / 1_000n;
  const kind = random();
  if (kind < 0.5) {
    // Towards par more often than away from it: near the end of a stable curve the contract's own
    // arithmetic overflows.
    const isScarce = reserve0 * unit1 < reserve1 * unit0;
    const zeroForOne = random() < (isScarce ? 0.8 : 0.2);
    queueSwap(chain, pool, { zeroForOne, amountIn: part(zeroForOne ? reserve0 : reserve1) + 1n });
  } else if (kind < 0.65) {
    queueAdd(chain, pool, [part(reserve0), part(reserve1)]);
  } else if (kind < 0.8) {
    const shares = part(await sharesOf(chain, address));
    if (shares > 10n ** 9n) queueRemove(chain, pool, shares);
  } else if (kind < 0.9) {
    const fee = FEES[Math.floor(random() * FEES.length)] ?? 0n;
    queueFee(chain, address, fee);
  } else {
    give(chain, pool.token1, address, part(reserve1) / 100n);
    queue(chain, address, encodeFunctionData({ abi: poolAbi, functionName: "sync" }));
  }
}

export function queuePause(chain: ProtocolChain, isPaused: boolean): void {
  const args = [isPaused] as const;
  const data = encodeFunctionData({ abi: factoryAbi, functionName: "setPauseState", args });
  queue(chain, AERODROME_FACTORY, data);
}

export function queueFee(chain: ProtocolChain, pool: Address, fee: bigint): void {
  const args = [pool, fee] as const;
  const data = encodeFunctionData({ abi: factoryAbi, functionName: "setCustomFee", args });
  queue(chain, AERODROME_FACTORY, data);
}

export function queueSwap(
  chain: ProtocolChain,
  { token0, token1, isStable }: SolidlyPool,
  { zeroForOne, amountIn }: { readonly zeroForOne: boolean; readonly amountIn: bigint },
): void {
  const { operator } = chain.builder;
  const [from, to] = zeroForOne ? [token0, token1] : [token1, token0];
  give(chain, from, operator, amountIn);
  approve(chain, from);
  const routes = [{ from, to, stable: isStable, factory: AERODROME_FACTORY }];
  const args = [amountIn, 0n, routes, operator, FOREVER] as const;
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: "swapExactTokensForTokens",
    args,
  });
  queue(chain, AERODROME_ROUTER, data);
}

export function queueAdd(
  chain: ProtocolChain,
  { token0, token1, isStable }: SolidlyPool,
  [amount0, amount1]: readonly [bigint, bigint],
): void {
  const { operator } = chain.builder;
  for (const [token, amount] of [
    [token0, amount0],
    [token1, amount1],
  ] as const) {
    give(chain, token, operator, amount);
    approve(chain, token);
  }
  const amounts = [amount0, amount1, 0n, 0n] as const;
  const args = [token0, token1, isStable, ...amounts, operator, FOREVER] as const;
  const data = encodeFunctionData({ abi: routerAbi, functionName: "addLiquidity", args });
  queue(chain, AERODROME_ROUTER, data);
}

export function queueRemove(
  chain: ProtocolChain,
  { address, token0, token1, isStable }: SolidlyPool,
  shares: bigint,
): void {
  approve(chain, address);
  const amounts = [shares, 0n, 0n, chain.builder.operator, FOREVER] as const;
  const args = [token0, token1, isStable, ...amounts] as const;
  const data = encodeFunctionData({ abi: routerAbi, functionName: "removeLiquidity", args });
  queue(chain, AERODROME_ROUTER, data);
}

/** Shares of the operator. */
export function sharesOf({ client, builder }: ProtocolChain, address: Address): Promise<bigint> {
  const args = [builder.operator] as const;
  return client.readContract({ address, abi: tokenAbi, functionName: "balanceOf", args });
}

function approve(chain: ProtocolChain, token: Address): void {
  const args = [AERODROME_ROUTER, FOREVER] as const;
  queue(chain, token, encodeFunctionData({ abi: tokenAbi, functionName: "approve", args }));
}

function give(chain: ProtocolChain, token: Address, to: Address, amount: bigint): void {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "mint", args: [to, amount] });
  queue(chain, token, data);
}

function queue({ builder }: ProtocolChain, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: 700_000n, label: `${data.slice(0, 10)} of ${to}` });
}
