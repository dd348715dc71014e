import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { MARKET_MAKER, marketMaker } from "../../../devnet/protocols/market-maker.ts";
import {
  PHARAOH_FACTORY,
  pharaohFactoryAbi,
  pharaohV3,
} from "../../../devnet/protocols/pharaoh-v3.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import type { UniswapV3Pool } from "../../../src/protocols/uniswap-v3/pool.ts";
import { getSqrtRatioAtTick } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { FARTHEST_TICK, ownPoolCalls, type Range, shakeBy } from "./shake.ts";

const CHAIN_ID = 43114;
const makerAbi = parseAbi([
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function provideRamses(address pool, Range[] ranges)",
  "function withdrawRamses(address pool, Range range)",
]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** Tokens, tick spacing and tick of the first price: most spacings, prices far from 1. */
const POOLS = [
  ["USDC", "DAI.e", 1, 276_324],
  ["LINK.e", "DAI.e", 5, -20_000],
  ["WETH.e", "DAI.e", 10, 0],
  ["LINK.e", "USDC", 50, 120_000],
  ["BTC.b", "DAI.e", 200, 300_000],
] as const;

const RICH = 10n ** 40n;
const GAS = 8_000_000n;
/** The last leaves nothing of what is given. */
const FEES = [0, 1, 90, 420, 3_000, 30_000, 500_000, 1_000_000] as const;
const PROTOCOL_FEES = [0, 50_000, 800_000, 1_000_000] as const;

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
      const created = { abi: pharaohFactoryAbi, functionName: "createPool", args } as const;
      const data = encodeFunctionData(created);
      builder.queue({ to: PHARAOH_FACTORY, data, gas: GAS, label: `pool of ${a}/${b}` });
    }
    await builder.flush();
  },
};

/** What the chain of Ramses' code carries. */
export const RAMSES_CHAIN: ProtocolChainOptions = {
  chainId: CHAIN_ID,
  protocols: [marketMaker, pharaohV3, pools],
};

/** The states of that chain. */
export function readRamses({
  client,
}: Pick<ProtocolChain, "client">): Promise<readonly UniswapV3Pool[]> {
  return read(client, CHAIN_ID);
}

/** Positions and swaps, and now and then other fees of the pools and of the protocol. */
export function createRamsesShake(): (chain: ProtocolChain, random: Random) => Promise<void> {
  const shake = shakeBy<UniswapV3Pool>({
    farthestTick: FARTHEST_TICK,
    read: readRamses,
    swap: ownPoolCalls.swap,
    provide: ({ address }, range: Range): Hex =>
      encodeFunctionData({
        ...{ abi: makerAbi, functionName: "provideRamses", args: [address, [range]] },
      }),
    withdraw: ({ address }, range: Range): Hex =>
      encodeFunctionData({
        ...{ abi: makerAbi, functionName: "withdrawRamses", args: [address, range] },
      }),
  });
  return async (chain, random) => {
    await shakeFees(chain, await readRamses(chain), random);
    await shake(chain, random);
  };
}

/** Other fees of some pools. */
export async function shakeFees(
  { builder }: ProtocolChain,
  states: readonly Pick<UniswapV3Pool, "address">[],
  random: Random,
): Promise<void> {
  const one = (values: readonly number[]) => values[Math.floor(random() * values.length)] ?? 0;
  for (const { address } of states) {
    if (random() < 0.3) {
      const data = encodeFunctionData({
        ...{ abi: pharaohFactoryAbi, functionName: "setFee", args: [address, one(FEES)] },
      });
      builder.queue({ to: PHARAOH_FACTORY, data, gas: GAS, label: "fee" });
    }
    if (random() < 0.1) {
      const args = [address, one(PROTOCOL_FEES)] as const;
      const data = encodeFunctionData({
        ...{ abi: pharaohFactoryAbi, functionName: "setPoolFeeProtocol", args },
      });
      builder.queue({ to: PHARAOH_FACTORY, data, gas: GAS, label: "fee of the protocol" });
    }
  }
  await builder.flush();
}
