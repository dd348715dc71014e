import type { PublicClient } from "viem";
import { OPERATOR } from "../../devnet/chains.ts";
import { lower } from "../../src/lib/address.ts";
import type { PoolState } from "../../src/protocols/protocol.ts";
import { read as aaveV3 } from "../protocols/aave-v3/read.ts";
import { read as algebra } from "../protocols/algebra/read.ts";
import { read as balancerV2 } from "../protocols/balancer-v2/read.ts";
import { read as balancerV3 } from "../protocols/balancer-v3/read.ts";
import { read as balancerV3Buffer } from "../protocols/balancer-v3-buffer/read.ts";
import { read as berachainRewardVault } from "../protocols/berachain-reward-vault/read.ts";
import { read as compoundV2 } from "../protocols/compound-v2/read.ts";
import { read as compoundV3 } from "../protocols/compound-v3/read.ts";
import { read as convex } from "../protocols/convex/read.ts";
import { read as curveCrypto } from "../protocols/curve-crypto/read.ts";
import { read as curveFactory } from "../protocols/curve-factory/read.ts";
import { read as curveGauge } from "../protocols/curve-gauge/read.ts";
import { read as curveLending } from "../protocols/curve-lending/read.ts";
import { read as curveMeta } from "../protocols/curve-meta/read.ts";
import { read as curveStableswap } from "../protocols/curve-stableswap/read.ts";
import { read as curveStableswapNg } from "../protocols/curve-stableswap-ng/read.ts";
import { read as ekubo } from "../protocols/ekubo/read.ts";
import { read as erc4626 } from "../protocols/erc4626/read.ts";
import { read as fluid } from "../protocols/fluid/read.ts";
import { read as fluidDexLite } from "../protocols/fluid-dex-lite/read.ts";
import { read as lido } from "../protocols/lido/read.ts";
import { read as liquidityBook } from "../protocols/liquidity-book/read.ts";
import { read as masterchef } from "../protocols/masterchef/read.ts";
import { read as morphoBlue } from "../protocols/morpho-blue/read.ts";
import { read as pancakeswapInfinity } from "../protocols/pancakeswap-infinity/read.ts";
import { read as pancakeswapInfinityBin } from "../protocols/pancakeswap-infinity-bin/read.ts";
import { read as pendle } from "../protocols/pendle/read.ts";
import { read as rocketPool } from "../protocols/rocket-pool/read.ts";
import { read as skyPsm } from "../protocols/sky-psm/read.ts";
import { read as skyPsm3 } from "../protocols/sky-psm3/read.ts";
import { read as slipstream } from "../protocols/slipstream/read.ts";
import { read as solidly } from "../protocols/solidly/read.ts";
import { read as stakingTokens } from "../protocols/staking-tokens/read.ts";
import { read as synthetixStaking } from "../protocols/synthetix-staking/read.ts";
import { read as uniswapV2 } from "../protocols/uniswap-v2/read.ts";
import { read as uniswapV3 } from "../protocols/uniswap-v3/read.ts";
import { read as uniswapV4 } from "../protocols/uniswap-v4/read.ts";

type Read = (client: PublicClient, chainId: number) => Promise<readonly PoolState[]>;

/** The states of each family that has tables, at the newest block, by contract reads. */
export const READERS: Readonly<Record<string, Read>> = {
  "aave-v3": aaveV3,
  algebra,
  "balancer-v2": balancerV2,
  "balancer-v3": balancerV3,
  "balancer-v3-buffer": balancerV3Buffer,
  "berachain-reward-vault": berachainRewardVault,
  "compound-v2": compoundV2,
  "compound-v3": compoundV3,
  convex,
  "curve-crypto": curveCrypto,
  "curve-factory": curveFactory,
  "curve-gauge": curveGauge,
  "curve-lending": curveLending,
  "curve-meta": curveMeta,
  "curve-stableswap": curveStableswap,
  "curve-stableswap-ng": curveStableswapNg,
  ekubo,
  // The operator made the largest deposit into every vault.
  erc4626: (client, chainId) => erc4626(client, chainId, lower(OPERATOR)),
  fluid,
  "fluid-dex-lite": fluidDexLite,
  lido,
  "liquidity-book": liquidityBook,
  masterchef,
  "morpho-blue": morphoBlue,
  "pancakeswap-infinity": pancakeswapInfinity,
  "pancakeswap-infinity-bin": pancakeswapInfinityBin,
  pendle,
  "rocket-pool": rocketPool,
  "sky-psm": skyPsm,
  "sky-psm3": skyPsm3,
  slipstream,
  solidly,
  "staking-tokens": stakingTokens,
  "synthetix-staking": synthetixStaking,
  "uniswap-v2": uniswapV2,
  "uniswap-v3": uniswapV3,
  "uniswap-v4": uniswapV4,
};

/**
 * What decides no quote: blocks of changes, observed prices, and rewards, which are read now and
 * then.
 */
const LEFT_OUT =
  /^((updated|ticks|bins)Block|(since|latest)(Price|PriceRay|Timestamp)?|feeIndexWad)$/;
const REWARDS: Readonly<Record<string, readonly string[]>> = {
  masterchef: ["rewardPerYear"],
  convex: ["staked", "rewards"],
  "curve-gauge": ["rewards"],
};

/**
 * A market of Morpho without interest notes the time of a change, which no log tells and nothing
 * depends on.
 */
function isIdle(column: string, state: PoolState): boolean {
  return column === "lastUpdate" && "model" in state && state.model === "none";
}

/** Of a metapool the second rate is as of its last reading: its base pool has the present one. */
function isRates(column: string, state: PoolState): boolean {
  return column === "rates" && "basePool" in state && state.basePool !== null;
}

/** What differs between indexed states and those that the contracts state, one line a column. */
export function differences(
  family: string,
  indexed: readonly PoolState[],
  expected: readonly PoolState[],
): readonly string[] {
  const found = new Map(indexed.map((state) => [state.id, state]));
  const wanted = new Map(expected.map((state) => [state.id, state]));
  const lines: string[] = [];
  if (found.size !== indexed.length) lines.push(`${family}: two states have one id`);
  for (const id of found.keys()) if (!wanted.has(id)) lines.push(`${family} ${id}: not on chain`);
  for (const [id, state] of wanted) {
    const own = found.get(id);
    if (own === undefined) {
      lines.push(`${family} ${id}: missing`);
      continue;
    }
    const [left, right] = [columnsOf(family, own), columnsOf(family, asKnown(own, state))];
    for (const column of new Set([...left.keys(), ...right.keys()])) {
      const [is, should] = [left.get(column), right.get(column)];
      if (is !== should) lines.push(`${family} ${id} ${column}: ${is}; the contract has ${should}`);
    }
  }
  return lines;
}

/**
 * Whether an older pool of Curve's is about to move its scale, the originals tell nobody: what the
 * index does not know is not compared, and what it says it knows is.
 */
function asKnown(own: PoolState, state: PoolState): PoolState {
  const [left, right] = [own, state] as readonly {
    readonly older?: { moves: boolean | null } | null;
  }[];
  if (!left?.older || !right?.older || left.older.moves !== null) return state;
  return { ...state, older: { ...right.older, moves: null } } as PoolState;
}

function columnsOf(family: string, state: PoolState): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(state)
      .filter(([column]) => !LEFT_OUT.test(column) && !REWARDS[family]?.includes(column))
      .filter(([column]) => !isIdle(column, state))
      .map(([column, value]) => [column, textOf(isRates(column, state) ? value[0] : value)]),
  );
}

/** A value as text in which the order of keys does not matter. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === "bigint") return `${inner}n`;
    if (inner instanceof Int32Array) return [...inner];
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    const columns = Object.entries(inner).filter(([column]) => !LEFT_OUT.test(column));
    return Object.fromEntries(columns.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
