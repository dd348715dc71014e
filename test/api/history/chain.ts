import { expect } from "vitest";
import type { Head } from "../../../src/api/graph/heads.ts";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { synthetixStaking } from "../../../src/protocols/synthetix-staking/index.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { samples as stakes } from "../../protocols/synthetix-staking/sample.ts";
import { samples as pairs } from "../../protocols/uniswap-v2/sample.ts";
import { snapshotOf, USDC, WETH } from "../fixture/market.ts";

export const HOUR = 3_600;
export const DAY = 24 * HOUR;
/** Midnight. */
export const START = 20_000 * DAY;
const ETHER = 10n ** 18n;
/** A pair of which shares are issued. */
export const PAIR = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const SUSHI = "0x397ff1542f962076d0bfe58ea045ffa2d347aca0";
/** A staking contract. */
export const STAKE = "0x7fba4b8dc5e7616e59622806932dbea72537a56b";

/** Ether costs `dollars` in both pools; 20 of it are staked, for nothing. */
export function statesAt(dollars: bigint, staked = 20n): readonly HeldState[] {
  const [pair, stake] = [pairs[0], stakes[0]];
  if (pair === undefined || stake === undefined) throw new Error("samples are gone");
  const pool = { ...pair, token0: USDC, token1: WETH, feePips: 3_000 } as const;
  const pools = [PAIR, SUSHI].map((id, at): HeldState => {
    const [reserve0, reserve1] = [dollars * 20_000n * 10n ** 6n, 20_000n * ETHER];
    const slug = at === 0 ? "uniswap-v2" : "sushiswap-v2";
    const liquidity = at === 0 ? pair.liquidity : null;
    const state = { ...pool, id, address: id, slug, reserve0, reserve1, liquidity } as const;
    return { protocol: uniswapV2, state };
  });
  const state = { ...stake, stakingToken: WETH, totalSupply: staked * ETHER, rewardRate: 0n };
  return [...pools, { protocol: synthetixStaking, state }];
}

/** Pools of other dollars move every price a little. */
export const near = (value: number) => expect.closeTo(value, 5 - Math.ceil(Math.log10(value)));

/** A snapshot of chain 1. */
export function snapshotAt(block: Snapshot["block"], states: readonly HeldState[]): Snapshot {
  const chain = CHAINS.get(1);
  if (chain === undefined) throw new Error("chain 1 is gone");
  return { ...snapshotOf(chain, states), block };
}

/** What the service of a chain shows, to be moved by tests. */
export function createChain() {
  let heads: readonly Head[] = [];
  let snapshot: Snapshot | null = null;
  return {
    /**
     * A block `seconds` after `START`, by which the blocks of its number and after are replaced.
     */
    add(number: number, seconds: number, states: readonly HeldState[], branch = "a"): void {
      const hash = `0x${branch}${number}` as const;
      const block = { number, hash, timestamp: START + seconds, baseFeePerGas: 1n };
      const left = heads.filter((head) => head.number < number);
      heads = [...left, { ...block, parentHash: hash }];
      snapshot = snapshotAt(block, states);
    },
    lastSnapshot: () => snapshot,
    heads: () => heads,
  };
}
