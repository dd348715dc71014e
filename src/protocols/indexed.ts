import { aaveV3 } from "./aave-v3/indexed.ts";
import { algebra } from "./algebra/indexed.ts";
import { balancerV2 } from "./balancer-v2/indexed.ts";
import { balancerV3 } from "./balancer-v3/indexed.ts";
import { balancerV3Buffer } from "./balancer-v3-buffer/indexed.ts";
import { berachainRewardVault } from "./berachain-reward-vault/indexed.ts";
import { compoundV2 } from "./compound-v2/indexed.ts";
import { compoundV3 } from "./compound-v3/indexed.ts";
import { convex } from "./convex/indexed.ts";
import { curveCrypto } from "./curve-crypto/indexed.ts";
import { curveFactory } from "./curve-factory/indexed.ts";
import { curveGauge } from "./curve-gauge/indexed.ts";
import { curveLending } from "./curve-lending/indexed.ts";
import { curveMeta } from "./curve-meta/indexed.ts";
import { curveStableswap } from "./curve-stableswap/indexed.ts";
import { curveStableswapNg } from "./curve-stableswap-ng/indexed.ts";
import { ekubo } from "./ekubo/indexed.ts";
import { erc4626 } from "./erc4626/indexed.ts";
import { fluid } from "./fluid/indexed.ts";
import { fluidDexLite } from "./fluid-dex-lite/indexed.ts";
import { lido } from "./lido/indexed.ts";
import { liquidityBook } from "./liquidity-book/indexed.ts";
import { masterChef } from "./masterchef/indexed.ts";
import { morphoBlue } from "./morpho-blue/indexed.ts";
import { pancakeswapInfinity } from "./pancakeswap-infinity/indexed.ts";
import { pancakeswapInfinityBin } from "./pancakeswap-infinity-bin/indexed.ts";
import { pendle } from "./pendle/indexed.ts";
import { rocketPool } from "./rocket-pool/indexed.ts";
import { skyPsm } from "./sky-psm/indexed.ts";
import { skyPsm3 } from "./sky-psm3/indexed.ts";
import { slipstream } from "./slipstream/indexed.ts";
import { solidly } from "./solidly/indexed.ts";
import type { IndexedFamily } from "./sources.ts";
import { stakingTokens } from "./staking-tokens/indexed.ts";
import { synthetixStaking } from "./synthetix-staking/indexed.ts";
import { uniswapV2 } from "./uniswap-v2/indexed.ts";
import { uniswapV3 } from "./uniswap-v3/indexed.ts";
import { uniswapV4 } from "./uniswap-v4/indexed.ts";

/** Every family that is indexed. */
export const INDEXED = [
  aaveV3,
  compoundV2,
  compoundV3,
  convex,
  curveGauge,
  curveStableswap,
  curveStableswapNg,
  curveLending,
  curveMeta,
  curveFactory,
  curveCrypto,
  erc4626,
  morphoBlue,
  lido,
  balancerV2,
  balancerV3,
  balancerV3Buffer,
  berachainRewardVault,
  solidly,
  stakingTokens,
  synthetixStaking,
  masterChef,
  uniswapV2,
  uniswapV3,
  uniswapV4,
  pancakeswapInfinity,
  pancakeswapInfinityBin,
  slipstream,
  algebra,
  liquidityBook,
  ekubo,
  fluid,
  fluidDexLite,
  pendle,
  rocketPool,
  skyPsm,
  skyPsm3,
] as const satisfies readonly IndexedFamily[];
