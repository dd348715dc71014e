import { encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../../../devnet/deploy-at.ts";
import { infinityCalls, infinityParameters } from "../../../devnet/market/managed-calls.ts";
import { marketMaker } from "../../../devnet/protocols/market-maker.ts";
import {
  INFINITY_FEE_CONTROLLER,
  INFINITY_MANAGER,
  pancakeswapInfinity,
} from "../../../devnet/protocols/pancakeswap-infinity.ts";
import { pickArtifact } from "../../../devnet/solidity/artifact.ts";
import { generatedAddress } from "../../../devnet/token-list.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import type { InfinityPoolKey } from "../../../src/protocols/operation.ts";
import { swap } from "../../../src/protocols/pancakeswap-infinity/actions.ts";
import type { InfinityPool } from "../../../src/protocols/pancakeswap-infinity/pool.ts";
import { randomProtocolFee, shakeManaged, testPools } from "../managed-shake.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";

const abi = parseAbi([
  "struct Key { address currency0; address currency1; address hooks; address poolManager; uint24 fee; bytes32 parameters; }",
  "function setProtocolFee(Key key, uint24 fee)",
  "function setFee(Key key, uint24 fee)",
]);

/** Told of liquidity before it is added. */
const LIQUIDITY_BITS = 1n << 2n;
const LIQUIDITY_HOOK = generatedAddress("infinity hook of liquidity");
/** Told of swaps before and after too. */
const SWAP_BITS = LIQUIDITY_BITS | (1n << 6n) | (1n << 7n);
const SWAP_HOOK = generatedAddress("infinity hook of swaps");
const DYNAMIC_FEE = 0x800000;
/**
 * Tokens, fee, spacing, hook with its bits and tick of the first price: the native currency, fees
 * of all sizes and of a hook, hooks that are not asked.
 */
const POOLS = [
  ["ETH", "USDC", 335, 10, ZERO_ADDRESS, 0n, -196_250],
  ["AERO", "DAI", 0, 1, ZERO_ADDRESS, 0n, -20_000],
  ["cbBTC", "DAI", DYNAMIC_FEE, 60, LIQUIDITY_HOOK, LIQUIDITY_BITS, 0],
  ["cbETH", "DAI", 123_456, 32_767, LIQUIDITY_HOOK, LIQUIDITY_BITS, 500_000],
  ["ETH", "DAI", 1_000_000, 60, ZERO_ADDRESS, 0n, 0],
  ["ETH", "cbETH", 3_000, 60, SWAP_HOOK, SWAP_BITS, 0],
] as const;

/** @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/libraries/ProtocolFeeLibrary.sol#L12 */
const MOST_PROTOCOL_FEE = 4_000;
const MOST_FEE = 300_000;

const pools = testPools(
  INFINITY_MANAGER,
  POOLS.map(([a, b, fee, tickSpacing, hooks, bits, tick]) => ({
    ...{ pair: [a, b], tick },
    calls: (currencies) =>
      infinityCalls({
        ...{ ...currencies, hooks, poolManager: INFINITY_MANAGER, fee },
        parameters: infinityParameters(tickSpacing, bits),
      }),
  })),
  async ({ builder, compiled }) => {
    const artifact = pickArtifact(compiled.pancakeswapInfinity, "LiquidityHook");
    await deployAt(builder, [
      { address: LIQUIDITY_HOOK, artifact, args: [LIQUIDITY_BITS] },
      { address: SWAP_HOOK, artifact, args: [SWAP_BITS] },
    ]);
  },
);

/** What the family's chain carries. */
export const INFINITY_CHAIN: ProtocolChainOptions = {
  chainId: 8453,
  protocols: [marketMaker, pancakeswapInfinity, pools],
};

/** The key of a pool, as its swaps name it. */
export function keyOf(pool: InfinityPool): InfinityPoolKey {
  const operation = swap(pool, { action: "swap", tokenIn: pool.token0, tokenOut: NATIVE });
  if (operation.kind !== "infinity-swap") throw new Error("a pool is swapped by its manager");
  return operation.key;
}

/** Positions and swaps, and now and then other fees of the protocol and of a hook. */
export function createShake(): (chain: ProtocolChain, random: Random) => Promise<void> {
  return shakeManaged<InfinityPool>({
    read: ({ client }) => read(client),
    calls: (pool) => infinityCalls(keyOf(pool)),
    fees: shakenFees,
  });
}

/** Another protocol fee of a pool and, where its hook sets that, another fee of the providers. */
export function shakenFees(pool: InfinityPool, random: Random) {
  const key = keyOf(pool);
  const protocolFee = [key, randomProtocolFee(random, MOST_PROTOCOL_FEE)] as const;
  const calls = [
    {
      to: INFINITY_FEE_CONTROLLER,
      data: encodeFunctionData({ abi, functionName: "setProtocolFee", args: protocolFee }),
    },
  ];
  if (pool.keyFee !== DYNAMIC_FEE) return calls;
  const fee = [key, Math.floor(random() * MOST_FEE)] as const;
  return [
    ...calls,
    { to: pool.hooks, data: encodeFunctionData({ abi, functionName: "setFee", args: fee }) },
  ];
}
