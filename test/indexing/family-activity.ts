import { OPERATOR } from "../../devnet/chains.ts";
import { createRandom } from "../../devnet/market/random.ts";
import { aerodromeSlipstreamPools } from "../../devnet/protocols/aerodrome-slipstream.ts";
import { algebraIntegralPools } from "../../devnet/protocols/algebra-integral.ts";
import { pharaohV3Pools } from "../../devnet/protocols/pharaoh-v3.ts";
import { lower } from "../../src/lib/address.ts";
import { shake as shakeAave } from "../protocols/aave-v3/shake.ts";
import { read as readAlgebra } from "../protocols/algebra/read.ts";
import { shakeFees as shakeAlgebraFees } from "../protocols/algebra/shake.ts";
import { read as readBalancer } from "../protocols/balancer-v2/read.ts";
import { endow as endowBalancer, shake as shakeBalancer } from "../protocols/balancer-v2/shake.ts";
import { read as readBalancerV3 } from "../protocols/balancer-v3/read.ts";
import {
  endow as endowBalancerV3,
  shake as shakeBalancerV3,
} from "../protocols/balancer-v3/shake.ts";
import { read as readBuffers } from "../protocols/balancer-v3-buffer/read.ts";
import {
  endow as endowBuffers,
  shake as shakeBuffers,
} from "../protocols/balancer-v3-buffer/shake.ts";
import { shake as shakeRewardVaults } from "../protocols/berachain-reward-vault/shake.ts";
import { read as readCompoundV2 } from "../protocols/compound-v2/read.ts";
import { shake as shakeCompoundV2 } from "../protocols/compound-v2/shake.ts";
import { shake as shakeCompound } from "../protocols/compound-v3/shake.ts";
import { play as playConvex } from "../protocols/convex/shake.ts";
import { shake as shakeCurveCrypto } from "../protocols/curve-crypto/shake.ts";
import { shake as shakeCurveFactory } from "../protocols/curve-factory/shake.ts";
import { shake as shakeGauges } from "../protocols/curve-gauge/shake.ts";
import { shake as shakeCurveLending } from "../protocols/curve-lending/shake.ts";
import { shakeMetapools } from "../protocols/curve-meta/shake.ts";
import { shake as shakeCurve } from "../protocols/curve-stableswap/shake.ts";
import { shake as shakeCurveNg } from "../protocols/curve-stableswap-ng/shake.ts";
import { trade as tradeEkubo } from "../protocols/ekubo/shake.ts";
import { read as readVaults } from "../protocols/erc4626/read.ts";
import { shakeVaults } from "../protocols/erc4626/shake-vaults.ts";
import { trade as tradeFluid } from "../protocols/fluid/shake.ts";
import { trade as tradeDexLite } from "../protocols/fluid-dex-lite/shake.ts";
import { shake as shakeLido } from "../protocols/lido/shake.ts";
import { shake as shakeLiquidityBook } from "../protocols/liquidity-book/shake.ts";
import { read as readMorpho } from "../protocols/morpho-blue/read.ts";
import { shakeMarket } from "../protocols/morpho-blue/shake.ts";
import type { Random } from "../protocols/on-chain.ts";
import { shake as shakeInfinityBin } from "../protocols/pancakeswap-infinity-bin/shake.ts";
import { trade as tradePendle } from "../protocols/pendle/shake.ts";
import type { ProtocolChain } from "../protocols/protocol-chain.ts";
import { shake as shakeRocketPool } from "../protocols/rocket-pool/shake.ts";
import { shake as shakeSkyPsm } from "../protocols/sky-psm/shake.ts";
import { shake as shakeSkyPsm3 } from "../protocols/sky-psm3/shake.ts";
import { read as readSlipstream } from "../protocols/slipstream/read.ts";
import { shakeFees } from "../protocols/slipstream/shake.ts";
import { shake as shakeSolidly } from "../protocols/solidly/market.ts";
import { shakeInfrared, shake as shakeStakingTokens } from "../protocols/staking-tokens/shake.ts";
import { shakeFees as shakeRamsesFees } from "../protocols/uniswap-v3/ramses-shake.ts";
import { playInfinity, playPools, playV4 } from "./managed-activity.ts";
import { playChefs, playStaking } from "./staking-activity.ts";

/** A few real transactions through the contracts of one family; `round` counts from 0. */
type Play = (chain: ProtocolChain, random: Random, round: number) => Promise<unknown>;

/** Blocks that Lido's limit may grow for at once: the index reads every one. */
const MOST_BLOCKS = 5;
/** One of Balancer's pools is changed at a time. */
const BALANCER_CHANGES = 3;

async function playVaults(chain: ProtocolChain, random: Random): Promise<void> {
  const states = await readVaults(chain.client, chain.chain.chainId, lower(OPERATOR));
  await shakeVaults(chain, states, random);
  await chain.builder.flush();
}

async function playMorpho(chain: ProtocolChain, random: Random): Promise<void> {
  for (const state of await readMorpho(chain.client, 1)) await shakeMarket(chain, state, random);
  await chain.builder.flush();
}

async function playBalancer(chain: ProtocolChain, random: Random, round: number): Promise<void> {
  if (round === 0) await endowBalancer(chain, await readBalancer(chain.client, 1));
  for (let i = 0; i < BALANCER_CHANGES; i++) await shakeBalancer(chain, random);
}

async function playBalancerV3(chain: ProtocolChain, random: Random, round: number): Promise<void> {
  if (round === 0) await endowBalancerV3(chain, await readBalancerV3(chain.client, 1));
  for (let i = 0; i < BALANCER_CHANGES; i++) await shakeBalancerV3(chain, random);
}

async function playBuffers(chain: ProtocolChain, random: Random, round: number): Promise<void> {
  if (round === 0) await endowBuffers(chain, await readBuffers(chain.client, 1));
  for (let i = 0; i < BALANCER_CHANGES; i++) await shakeBuffers(chain, random);
}

async function playSlipstream(chain: ProtocolChain, random: Random): Promise<void> {
  const { chainId } = chain.chain;
  await shakeFees(chain, await readSlipstream(chain.client, chainId), random);
  const own = createRandom(`slipstream pools ${random()}`);
  await playPools(chain, aerodromeSlipstreamPools(chain.tokens), own);
  await chain.builder.flush();
}

async function playAlgebra(chain: ProtocolChain, random: Random): Promise<void> {
  await shakeAlgebraFees(chain, await readAlgebra(chain.client, chain.chain.chainId), random);
  const own = createRandom(`algebra pools ${random()}`);
  await playPools(chain, algebraIntegralPools(chain.tokens), own);
  await chain.builder.flush();
}

async function playRamses(chain: ProtocolChain, random: Random): Promise<void> {
  const pools = pharaohV3Pools(chain.tokens);
  const own = createRandom(`ramses pools ${random()}`);
  await playPools(chain, pools, own);
  await shakeRamsesFees(chain, pools, random);
}

async function playCompoundV2(chain: ProtocolChain, random: Random): Promise<void> {
  await shakeCompoundV2(chain, random, await readCompoundV2(chain.client, chain.chain.chainId));
}

const ON_MAINNET: Readonly<Record<string, Play>> = {
  // A gift to the aToken is no log of the market.
  "aave-v3": (chain, random) => shakeAave(chain, random, { gifts: false }),
  "balancer-v2": playBalancer,
  "compound-v2": playCompoundV2,
  "balancer-v3": playBalancerV3,
  "balancer-v3-buffer": playBuffers,
  "compound-v3": shakeCompound,
  convex: playConvex,
  "curve-crypto": shakeCurveCrypto,
  "curve-factory": shakeCurveFactory,
  "curve-gauge": shakeGauges,
  "curve-lending": shakeCurveLending,
  "curve-meta": shakeMetapools,
  "curve-stableswap": shakeCurve,
  "curve-stableswap-ng": shakeCurveNg,
  ekubo: tradeEkubo,
  erc4626: playVaults,
  fluid: tradeFluid,
  "fluid-dex-lite": tradeDexLite,
  lido: (chain, random) => shakeLido(chain, random, { mostBlocks: MOST_BLOCKS }),
  "liquidity-book": shakeLiquidityBook,
  masterchef: playChefs,
  "morpho-blue": playMorpho,
  pendle: tradePendle,
  "rocket-pool": shakeRocketPool,
  "sky-psm": shakeSkyPsm,
  "staking-tokens": shakeStakingTokens,
  "synthetix-staking": playStaking,
  "uniswap-v4": playV4,
};

/** Activity by chain and family. */
export const ACTIVITY: Readonly<Record<number, Readonly<Record<string, Play>>>> = {
  1: ON_MAINNET,
  8453: {
    "compound-v2": playCompoundV2,
    solidly: shakeSolidly,
    "pancakeswap-infinity": playInfinity,
    "pancakeswap-infinity-bin": shakeInfinityBin,
    slipstream: playSlipstream,
    "sky-psm3": shakeSkyPsm3,
  },
  43114: { "uniswap-v3": playRamses },
  80094: {
    erc4626: playVaults,
    "berachain-reward-vault": shakeRewardVaults,
    algebra: playAlgebra,
    "staking-tokens": shakeInfrared,
  },
};
