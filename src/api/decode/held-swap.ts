import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbiParameters } from "viem";
import type { InfinityPoolKey, V4PoolKey } from "../../protocols/operation.ts";
import type { InfinitySwapStep, V4SwapStep } from "../program/steps.ts";
import type { ChainKnowledge } from "./pools.ts";
import { readableToken } from "./readable-token.ts";

type HeldSwapStep = V4SwapStep | InfinitySwapStep;

const V4_KEY = parseAbiParameters("address, address, uint24, int24, address");
const INFINITY_KEY = parseAbiParameters("address, address, address, address, uint24, bytes32");

/** A swap in a pool whose tokens one contract holds for all, the manager or the vault. */
export interface ReadableHeldSwap {
  readonly op: HeldSwapStep["op"];
  readonly holder: Address;
  /** By which the pool is known in events. */
  readonly pool: Hex;
  /** As the contract has it, with address 0 for the native currency. */
  readonly key: V4PoolKey | InfinityPoolKey;
  readonly zeroForOne: boolean;
  /** Null when the pool is not in the index. */
  readonly protocol: string | null;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly from: number;
  readonly into: number;
  readonly to: Address;
}

/** A swap step of such a pool as JSON. */
export function readableHeldSwap(
  step: HeldSwapStep,
  chain: ChainKnowledge | null,
): ReadableHeldSwap {
  const { op, key, zeroForOne, in: from, out: into, to } = step;
  const holder = "manager" in step ? step.manager : step.vault;
  const pool = poolIdOf(step);
  const protocol = chain?.pool(pool)?.slug ?? null;
  const [tokenIn, tokenOut] = heldTokens(step);
  return { op, holder, pool, key, zeroForOne, protocol, tokenIn, tokenOut, from, into, to };
}

/** What such a swap takes and what it pays. */
export function heldTokens({ key, zeroForOne }: HeldSwapStep): readonly [Address, Address] {
  const [token0, token1] = [readableToken(key.currency0), readableToken(key.currency1)];
  return zeroForOne ? [token0, token1] : [token1, token0];
}

/**
 * The hash of the pool's key.
 *
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/types/PoolId.sol
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/types/PoolId.sol
 */
function poolIdOf(step: HeldSwapStep): Hex {
  const { currency0, currency1, hooks, fee } = step.key;
  if ("manager" in step) {
    const key = [currency0, currency1, fee, step.key.tickSpacing, hooks] as const;
    return keccak256(encodeAbiParameters(V4_KEY, key));
  }
  const { poolManager, parameters } = step.key;
  const key = [currency0, currency1, hooks, poolManager, fee, parameters] as const;
  return keccak256(encodeAbiParameters(INFINITY_KEY, key));
}
