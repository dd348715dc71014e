import { aaveV3 } from "./aave-v3/index.ts";
import { algebra } from "./algebra/index.ts";
import { balancerV2 } from "./balancer-v2/index.ts";
import { balancerV3 } from "./balancer-v3/index.ts";
import { balancerV3Buffer } from "./balancer-v3-buffer/index.ts";
import { berachainRewardVault } from "./berachain-reward-vault/index.ts";
import { compoundV2 } from "./compound-v2/index.ts";
import { compoundV3 } from "./compound-v3/index.ts";
import { convex } from "./convex/index.ts";
import { curveCrypto } from "./curve-crypto/index.ts";
import { curveFactory } from "./curve-factory/index.ts";
import { curveGauge } from "./curve-gauge/index.ts";
import { curveLending } from "./curve-lending/index.ts";
import { curveMeta } from "./curve-meta/index.ts";
import { curveStableswap } from "./curve-stableswap/index.ts";
import { curveStableswapNg } from "./curve-stableswap-ng/index.ts";
import { ekubo } from "./ekubo/index.ts";
import { erc4626 } from "./erc4626/index.ts";
import { fluid } from "./fluid/index.ts";
import { fluidDexLite } from "./fluid-dex-lite/index.ts";
import { lido } from "./lido/index.ts";
import { liquidityBook } from "./liquidity-book/index.ts";
import { masterChef } from "./masterchef/index.ts";
import { morphoBlue } from "./morpho-blue/index.ts";
import { pancakeswapInfinity } from "./pancakeswap-infinity/index.ts";
import { pancakeswapInfinityBin } from "./pancakeswap-infinity-bin/index.ts";
import { pendle } from "./pendle/index.ts";
import type { Protocol } from "./protocol.ts";
import { rocketPool } from "./rocket-pool/index.ts";
import { sky } from "./sky/index.ts";
import { skyPsm } from "./sky-psm/index.ts";
import { skyPsm3 } from "./sky-psm3/index.ts";
import { slipstream } from "./slipstream/index.ts";
import { solidly } from "./solidly/index.ts";
import { stakingTokens } from "./staking-tokens/index.ts";
import { synthetixStaking } from "./synthetix-staking/index.ts";
import { uniswapV2 } from "./uniswap-v2/index.ts";
import { uniswapV3 } from "./uniswap-v3/index.ts";
import { uniswapV4 } from "./uniswap-v4/index.ts";
import { wrappedNative } from "./wrapped-native/index.ts";

/** Every protocol family, in the order in which the graph lists their pools. */
export const PROTOCOLS: readonly Protocol[] = [
  wrappedNative,
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
  solidly,
  erc4626,
  morphoBlue,
  lido,
  curveStableswap,
  curveStableswapNg,
  curveMeta,
  curveFactory,
  curveLending,
  curveCrypto,
  curveGauge,
  convex,
  balancerV2,
  balancerV3,
  balancerV3Buffer,
  berachainRewardVault,
  aaveV3,
  compoundV2,
  compoundV3,
  rocketPool,
  stakingTokens,
  synthetixStaking,
  masterChef,
  sky,
  skyPsm,
  skyPsm3,
];
