import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { deployAt } from "../deploy-at.ts";
import type { DevnetPool, DevnetToken } from "../manifest.ts";
import { planSpaced, type SpacedPools } from "../market/spaced-pools.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { MARKET_MAKER } from "./market-maker.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/aerodrome-finance/slipstream/blob/7844368af8/script/constants/output/DeployCL-Base.json
export const SLIPSTREAM_FACTORY: Address = "0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A";
export const SLIPSTREAM_FEE_MODULE: Address = "0xDB45818A6db280ecfeB33cbeBd445423d0216b5D";
const POSITION_MANAGER: Address = "0x827922686190790b37229fd06084350E74485b72";
const POOL_IMPLEMENTATION: Address = "0xeC8E5342B19977B4eF8892e02D8DAEcfa1315831";

export const slipstreamFactoryAbi = parseAbi([
  "function createPool(address tokenA, address tokenB, int24 tickSpacing, uint160 sqrtPriceX96)",
  "function setSwapFeeModule(address module)",
]);
export const slipstreamModuleAbi = parseAbi([
  "function setDefaults(uint256 scalingFactor, uint256 feeCap)",
  "function setSecondsAgo(uint32 value)",
  "function setConfig(address pool, uint24 baseFee, uint24 feeCap, uint64 scalingFactor, bool initialFeeEnabled, uint24 initialFee)",
]);
const makerAbi = parseAbi([
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function provideV3(address pool, Range[] ranges)",
]);
const SALT = parseAbiParameters("address token0, address token1, int24 tickSpacing");

/** No fee is above it. */
const FEE_CAP = 50_000n;
const GAS = { create: 2_000_000n, range: 600_000n, set: 200_000n };

/** Pairs by shape, with the tick spacing and the fee in hundredths of a basis point. */
const POOLS: SpacedPools = {
  pegged: [
    ["USDC", "USDbC", 1, 100],
    ["cbETH", "WETH", 1, 90],
  ],
  volatile: [
    ["WETH", "USDC", 100, 400],
    ["WETH", "cbBTC", 100, 500],
    ["AERO", "WETH", 200, 3_000],
    ["AERO", "USDC", 2_000, 10_000],
  ],
};

/**
 * Slipstream on Base with own contracts, as no package has its bytecode. Pools are clones of the
 * implementation, as on the real chain, so that they have their mainnet addresses.
 */
export const aerodromeSlipstream: DevnetProtocol = {
  slug: "aerodrome-slipstream",
  compilations: ["slipstream"],
  async deploy({ builder, compiled }) {
    const pick = (name: string) => pickArtifact(compiled.slipstream, name);
    await deployAt(builder, [
      { address: POOL_IMPLEMENTATION, artifact: pick("SlipstreamPool") },
      {
        ...{ address: SLIPSTREAM_FACTORY, artifact: pick("SlipstreamFactory") },
        args: [POOL_IMPLEMENTATION],
      },
      {
        ...{ address: SLIPSTREAM_FEE_MODULE, artifact: pick("DynamicSwapFeeModule") },
        args: [SLIPSTREAM_FACTORY, 0n, FEE_CAP],
      },
      {
        ...{ address: POSITION_MANAGER, artifact: pick("SlipstreamPositionManager") },
        args: [SLIPSTREAM_FACTORY],
      },
    ]);
    builder.queue({
      ...{ to: SLIPSTREAM_FACTORY, gas: GAS.set, label: "setSwapFeeModule" },
      data: encodeFunctionData({
        ...{ abi: slipstreamFactoryAbi, functionName: "setSwapFeeModule" },
        args: [SLIPSTREAM_FEE_MODULE],
      }),
    });
    await builder.flush();
  },
};

/** Slipstream with the pools of the devnet's market, at the tokens' prices. */
export const aerodromeSlipstreamMarket: DevnetProtocol = {
  ...aerodromeSlipstream,
  async seed({ builder, tokens }) {
    const plans = planned(tokens);
    for (const { plan, entry } of plans) {
      const { token0, token1, sqrtPriceX96 } = plan;
      const args = [token0.address, token1.address, entry.tickSpacing ?? 0, sqrtPriceX96] as const;
      const created = { abi: slipstreamFactoryAbi, functionName: "createPool", args } as const;
      const label = `slipstream ${token0.symbol}/${token1.symbol}`;
      const data = encodeFunctionData(created);
      builder.queue({ to: SLIPSTREAM_FACTORY, gas: GAS.create, label, data });
      const config = [entry.address, entry.feePips, 0, 0n, false, 0] as const;
      builder.queue({
        ...{ to: SLIPSTREAM_FEE_MODULE, gas: GAS.set, label: `fee of ${label}` },
        data: encodeFunctionData({
          ...{ abi: slipstreamModuleAbi, functionName: "setConfig" },
          args: config,
        }),
      });
      const ranges = encodeFunctionData({ abi: makerAbi, args: [entry.address, plan.ranges] });
      const gas = GAS.range * BigInt(plan.ranges.length);
      builder.queue({ to: MARKET_MAKER, gas, label: `liquidity of ${label}`, data: ranges });
    }
    await builder.flush();
  },
};

/** Those pools. */
export function aerodromeSlipstreamPools(tokens: readonly DevnetToken[]): readonly DevnetPool[] {
  return planned(tokens).map(({ entry }) => entry);
}

/** Address of the pool of two tokens, lower one first, and a tick spacing. */
export function slipstreamPoolAddress(
  token0: Address,
  token1: Address,
  tickSpacing: number,
): Address {
  return getContractAddress({
    ...{ opcode: "CREATE2", from: SLIPSTREAM_FACTORY },
    salt: keccak256(encodeAbiParameters(SALT, [token0, token1, tickSpacing])),
    bytecode: concatHex([
      "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
      POOL_IMPLEMENTATION,
      "0x5af43d82803e903d91602b57fd5bf3",
    ]),
  });
}

function planned(tokens: readonly DevnetToken[]) {
  return planSpaced(tokens, {
    venue: { name: "aerodrome-slipstream", factory: SLIPSTREAM_FACTORY },
    ...{ family: "uniswap-v3", seed: "weir devnet slipstream pools" },
    ...{ pools: POOLS, addressOf: slipstreamPoolAddress },
  });
}
