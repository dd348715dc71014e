import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import {
  aerodromeSlipstream,
  SLIPSTREAM_FACTORY,
  SLIPSTREAM_FEE_MODULE,
  slipstreamFactoryAbi,
  slipstreamModuleAbi,
} from "../../../devnet/protocols/aerodrome-slipstream.ts";
import { MARKET_MAKER, marketMaker } from "../../../devnet/protocols/market-maker.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import type { SlipstreamPool } from "../../../src/protocols/slipstream/pool.ts";
import { getSqrtRatioAtTick } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";
import { ownPoolCalls, shakeBy } from "../uniswap-v3/shake.ts";
import { read } from "./read.ts";

const CHAIN_ID = 8453;
const poolAbi = parseAbi(["function increaseObservationCardinalityNext(uint16 next)"]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** Tokens, tick spacing and tick of the first price: every spacing that the factory has. */
const POOLS = [
  ["USDC", "DAI", 1, 276_324],
  ["AERO", "DAI", 50, -20_000],
  ["cbETH", "DAI", 100, 0],
  ["AERO", "USDC", 200, 250_000],
  ["cbBTC", "DAI", 2_000, 500_000],
] as const;

const RICH = 10n ** 40n;
const GAS = 8_000_000n;
/** So that a swap past all liquidity can be swapped back. */
export const FARTHEST_TICK = 800_000;
/** Averages that the pools' memories suffice for, or do not. */
const SECONDS = [4, 20, 60, 600] as const;
const FEES = [0, 1, 90, 420, 3_000, 30_000] as const;
const FACTORS = [0n, 1n, 40_000n, 1_000_000n, 50_000_000n] as const;
const CAPS = [100, 5_000, 50_000] as const;

const pools: DevnetProtocol = {
  slug: "test-pools",
  deploy: () => Promise.resolve(),
  async seed({ builder, tokens }) {
    for (const [a, b, spacing, tick] of POOLS) {
      const addresses = [a, b].map((symbol) => tokenBySymbol(tokens, symbol).address);
      const [token0, token1] = addresses.sort() as [Address, Address];
      for (const to of [token0, token1]) {
        const args = [MARKET_MAKER, RICH] as const;
        const data = encodeFunctionData({ abi: tokenAbi, functionName: "mint", args });
        builder.queue({ to, data, gas: GAS, label: `tokens of ${a}/${b}` });
      }
      const args = [token0, token1, spacing, getSqrtRatioAtTick(tick) + 7n] as const;
      const created = { abi: slipstreamFactoryAbi, functionName: "createPool", args } as const;
      const data = encodeFunctionData(created);
      builder.queue({ to: SLIPSTREAM_FACTORY, data, gas: GAS, label: `pool of ${a}/${b}` });
    }
    await builder.flush();
  },
};

/** What the family's chain carries. */
export const SLIPSTREAM_CHAIN: ProtocolChainOptions = {
  chainId: CHAIN_ID,
  protocols: [marketMaker, aerodromeSlipstream, pools],
};

/**
 * Positions and swaps, and now and then other settings of the module and longer memories of the
 * pools.
 */
export function createShake(): (chain: ProtocolChain, random: Random) => Promise<void> {
  const shake = shakeBy<SlipstreamPool>({
    ...ownPoolCalls,
    farthestTick: FARTHEST_TICK,
    read: ({ client }) => read(client, CHAIN_ID),
  });
  return async (chain, random) => {
    await shakeFees(chain, await read(chain.client, CHAIN_ID), random);
    await shake(chain, random);
  };
}

/** Other settings of some pools' fees. */
export async function shakeFees(
  { builder }: ProtocolChain,
  states: readonly SlipstreamPool[],
  random: Random,
): Promise<void> {
  const one = <T>(values: readonly [T, ...T[]]): T =>
    values[Math.floor(random() * values.length)] ?? values[0];
  const queue = (to: Address, data: Hex) => builder.queue({ to, data, gas: GAS, label: "fee" });
  const set = { abi: slipstreamModuleAbi } as const;
  if (random() < 0.1) {
    const args = [one(SECONDS)] as const;
    queue(
      SLIPSTREAM_FEE_MODULE,
      encodeFunctionData({ ...set, functionName: "setSecondsAgo", args }),
    );
  }
  if (random() < 0.1) {
    const args = [one(FACTORS), BigInt(one(CAPS))] as const;
    queue(SLIPSTREAM_FEE_MODULE, encodeFunctionData({ ...set, functionName: "setDefaults", args }));
  }
  for (const { address } of states) {
    const kind = random();
    if (kind < 0.2) {
      const own = [one(FEES), one(CAPS), one(FACTORS), random() < 0.3, one(FEES)] as const;
      const args = [address, ...own] as const;
      queue(SLIPSTREAM_FEE_MODULE, encodeFunctionData({ ...set, functionName: "setConfig", args }));
    } else if (kind < 0.3) {
      const args = [Math.floor(random() * 100) + 1] as const;
      const grow = { abi: poolAbi, functionName: "increaseObservationCardinalityNext" } as const;
      queue(address, encodeFunctionData({ ...grow, args }));
    }
  }
  await builder.flush();
}
