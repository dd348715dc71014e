import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { lower } from "../../src/lib/address.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetPool, DevnetToken } from "../manifest.ts";
import { depth, type Market } from "../market/depth.ts";
import { createRandom } from "../market/random.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { MARKET_MAKER } from "./market-maker.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://unpkg.com/@traderjoe-xyz/sdk-v2@3.0.21/dist/index.mjs
export const LB_FACTORY: Address = "0xDC8d77b69155c7E68A95a4fb0f06a71FF90B943a";
const PAIR_IMPLEMENTATION = generatedAddress("liquidity-book pair");

const PARAMETERS =
  "struct Parameters { uint16 baseFactor; uint16 filterPeriod; uint16 decayPeriod; uint16 reductionFactor; uint24 variableFeeControl; uint16 protocolShare; uint24 maxVolatilityAccumulator; }";
export const lbFactoryAbi = parseAbi([
  PARAMETERS,
  "function createLBPair(address tokenX, address tokenY, uint24 activeId, uint16 binStep, Parameters parameters)",
  "function setFeesParametersOnPair(address pair, Parameters parameters)",
  "function forceDecay(address pair)",
]);
export const lbMakerAbi = parseAbi([
  "function provideLB(address pair, uint256 amountX, uint256 amountY, bytes32[] configs)",
  "function withdrawLB(address pair, uint256[] ids, uint256[] shares)",
  "function swapLB(address pair, bool swapForY, uint256 amountIn)",
]);
const SALT = parseAbiParameters("address tokenX, address tokenY, uint16 binStep");

/** Fee parameters by bin step, as pairs on the real chains have them. */
export const LB_PARAMETERS = {
  1: parametersOf([20_000, 10, 120, 5_000, 2_000_000, 0, 100_000]),
  // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/source/liquiditybookv21/pool_simulator_test.go
  15: parametersOf([10_000, 30, 600, 5_000, 30_000, 1_000, 350_000]),
  20: parametersOf([10_000, 30, 600, 5_000, 20_000, 1_000, 350_000]),
  100: parametersOf([8_000, 300, 1_200, 5_000, 7_500, 2_500, 150_000]),
} as const;

function parametersOf(values: readonly [number, number, number, number, number, number, number]) {
  const [baseFactor, filterPeriod, decayPeriod, reductionFactor, variableFeeControl] = values;
  const [, , , , , protocolShare, maxVolatilityAccumulator] = values;
  return {
    ...{ baseFactor, filterPeriod, decayPeriod, reductionFactor },
    ...{ variableFeeControl, protocolShare, maxVolatilityAccumulator },
  };
}

const GAS = { create: 1_000_000n, bin: 200_000n };
/** Bins on each side of the active one. */
const REACH = 25;
const ONE = 10n ** 18n;

/** X, Y and bin step of each pair of the market. */
const POOLS = [
  ["WETH", "USDC", 20],
  ["WBTC", "WETH", 15],
  ["USDT", "USDC", 1],
] as const;

/** LFJ V2.1 on Ethereum with own contracts, as no package has its bytecode. */
export const liquidityBook: DevnetProtocol = {
  slug: "liquidity-book",
  compilations: ["liquidityBook"],
  async deploy({ builder, compiled }) {
    const pick = (name: string) => pickArtifact(compiled.liquidityBook, name);
    await deployAt(builder, [
      { address: PAIR_IMPLEMENTATION, artifact: pick("LBPair") },
      { address: LB_FACTORY, artifact: pick("LBFactory"), args: [PAIR_IMPLEMENTATION] },
    ]);
  },
};

/** With the pairs of the devnet's market, at the tokens' prices. */
export const liquidityBookMarket: DevnetProtocol = {
  ...liquidityBook,
  async seed({ builder, tokens }) {
    for (const plan of planned(tokens)) {
      const { entry, activeId, binStep, amountX, amountY } = plan;
      const parameters = LB_PARAMETERS[binStep];
      const args = [entry.token0, entry.token1, activeId, binStep, parameters] as const;
      builder.queue({
        ...{ to: LB_FACTORY, gas: GAS.create, label: `pair of ${plan.label}` },
        data: encodeFunctionData({ abi: lbFactoryAbi, functionName: "createLBPair", args }),
      });
      const configs = evenConfigs(activeId, REACH);
      const deposit = [entry.address, amountX, amountY, configs] as const;
      builder.queue({
        ...{ to: MARKET_MAKER, gas: GAS.bin * BigInt(configs.length) },
        ...{ label: `bins of ${plan.label}` },
        data: encodeFunctionData({ abi: lbMakerAbi, functionName: "provideLB", args: deposit }),
      });
    }
    await builder.flush();
  },
};

/** Those pairs. */
export function liquidityBookPools(tokens: readonly DevnetToken[]): readonly DevnetPool[] {
  return planned(tokens).map(({ entry }) => entry);
}

/** Address of the pair of two tokens and a bin step. */
export function lbPairAddress(tokenX: Address, tokenY: Address, binStep: number): Address {
  return getContractAddress({
    ...{ opcode: "CREATE2", from: LB_FACTORY },
    salt: keccak256(encodeAbiParameters(SALT, [tokenX, tokenY, binStep])),
    bytecode: concatHex([
      "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
      PAIR_IMPLEMENTATION,
      "0x5af43d82803e903d91602b57fd5bf3",
    ]),
  });
}

/** Parts of X from a bin on, and of Y up to it, alike for so many bins on each side. */
export function evenConfigs(activeId: number, reach: number): readonly Hex[] {
  const part = ONE / BigInt(reach + 1);
  return Array.from({ length: 2 * reach + 1 }, (_, at) => {
    const offset = at - reach;
    return lbConfig(activeId + offset, [offset >= 0 ? part : 0n, offset <= 0 ? part : 0n]);
  });
}

/** A bin, and the parts of what is paid of X and of Y that go there, of 10^18. */
export function lbConfig(id: number, [x, y]: readonly [bigint, bigint]): Hex {
  return numberToHex((x << 88n) | (y << 24n) | BigInt(id), { size: 32 });
}

/** The bin of a price, smallest units of Y for one of X. */
export function lbBinOf(price: number, binStep: number): number {
  return 2 ** 23 + Math.round(Math.log(price) / Math.log1p(binStep / 10_000));
}

function planned(tokens: readonly DevnetToken[]) {
  const market: Market = { tokens, random: createRandom("weir devnet liquidity book") };
  return POOLS.map(([symbolX, symbolY, binStep]) => {
    const [x, y] = [tokenBySymbol(tokens, symbolX), tokenBySymbol(tokens, symbolY)];
    const [unitX, unitY] = [x, y].map(({ priceUsd, decimals }) => priceUsd / 10 ** decimals) as [
      number,
      number,
    ];
    const half = depth(market, [x, y]) / 2;
    const entry: DevnetPool = {
      address: lower(lbPairAddress(x.address, y.address, binStep)),
      ...{ family: "liquidity-book", venue: "lfj-v2-1", tickSpacing: null, recorded: false },
      feePips: (LB_PARAMETERS[binStep].baseFactor * binStep) / 100,
      ...{ token0: x.address, token1: y.address },
    };
    return {
      ...{ entry, binStep, label: `${symbolX}/${symbolY}` },
      activeId: lbBinOf(unitX / unitY, binStep),
      amountX: BigInt(Math.floor(half / unitX)),
      amountY: BigInt(Math.floor(half / unitY)),
    };
  });
}
