import {
  type Address,
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
import { generatedAddress } from "../token-list.ts";
import { MARKET_MAKER } from "./market-maker.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v3/config.ts
export const PHARAOH_FACTORY: Address = "0xAE6E5c62328ade73ceefD42228528b70c8157D0d";
const POOL_DEPLOYER: Address = "0x6a4113ed0915bCf5E48e758e8f4cEBFFC07C66f9";
// https://docs.phar.gg/pages/contract-addresses
const POSITION_MANAGER: Address = "0x0B4478e810D48B5882D4019D435A2f864Bab4F39";
const POOL_CODE = generatedAddress("pharaoh v3 pool creation code");

/**
 * Makes a pool of the code that its maker names.
 *
 * @see https://github.com/PharaohExchange/pharaoh-contracts/blob/f59c300b622b6e761433ee939a0f80ec128b1920/contracts/CL/core/RamsesV3PoolDeployer.sol#L30
 */
const POOL_INIT_CODE =
  "0x638a3f6b0460e01b60005260006000600460006000335af1600060006000600060003d600060003e6000515af43d600060003e3d6000f3";

export const pharaohFactoryAbi = parseAbi([
  "function createPool(address tokenA, address tokenB, int24 tickSpacing, uint160 sqrtPriceX96)",
  "function setFee(address pool, uint24 fee)",
  "function setPoolFeeProtocol(address pool, uint24 feeProtocol)",
]);
const makerAbi = parseAbi([
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function provideRamses(address pool, Range[] ranges)",
]);
const SALT = parseAbiParameters("address token0, address token1, int24 tickSpacing");
const GAS = { create: 6_000_000n, range: 700_000n, set: 200_000n };

/**
 * Pairs by shape, with the tick spacing and the fee in hundredths of a basis point, which is not
 * that of the spacing.
 */
const POOLS: SpacedPools = {
  pegged: [
    ["USDC", "USDt", 1, 90],
    ["DAI.e", "USDC", 5, 200],
  ],
  volatile: [
    ["WAVAX", "USDC", 10, 550],
    ["WETH.e", "WAVAX", 50, 2_500],
    ["BTC.b", "USDC", 50, 3_300],
    ["LINK.e", "WAVAX", 200, 12_000],
  ],
};

/**
 * Pharaoh V3 on Avalanche with own contracts, as no package has its bytecode. Pools are made by the
 * code that makes them on the real chain, so that they have their addresses. The operator governs.
 */
export const pharaohV3: DevnetProtocol = {
  slug: "pharaoh-v3",
  compilations: ["ramses"],
  async deploy({ builder, compiled }) {
    const pick = (name: string) => pickArtifact(compiled.ramses, name);
    await builder.rpc.request("anvil_setCode", [POOL_CODE, pick("RamsesPool").bytecode]);
    await deployAt(builder, [
      {
        ...{ address: PHARAOH_FACTORY, artifact: pick("RamsesFactory") },
        args: [builder.operator, POOL_DEPLOYER],
      },
      {
        ...{ address: POOL_DEPLOYER, artifact: pick("RamsesPoolDeployer") },
        args: [PHARAOH_FACTORY, POOL_CODE],
      },
      {
        ...{ address: POSITION_MANAGER, artifact: pick("RamsesPositionManager") },
        args: [PHARAOH_FACTORY],
      },
    ]);
  },
};

/** Pharaoh with the pools of the devnet's market, at the tokens' prices. */
export const pharaohV3Market: DevnetProtocol = {
  ...pharaohV3,
  async seed({ builder, tokens }) {
    for (const { plan, entry } of planned(tokens)) {
      const { token0, token1, sqrtPriceX96 } = plan;
      const label = `pharaoh ${token0.symbol}/${token1.symbol}`;
      const args = [token0.address, token1.address, entry.tickSpacing ?? 0, sqrtPriceX96] as const;
      const abi = pharaohFactoryAbi;
      builder.queue({
        ...{ to: PHARAOH_FACTORY, gas: GAS.create, label },
        data: encodeFunctionData({ abi, functionName: "createPool", args }),
      });
      const fee = [entry.address, entry.feePips] as const;
      builder.queue({
        ...{ to: PHARAOH_FACTORY, gas: GAS.set, label: `fee of ${label}` },
        data: encodeFunctionData({ abi, functionName: "setFee", args: fee }),
      });
      const ranges = encodeFunctionData({ abi: makerAbi, args: [entry.address, plan.ranges] });
      const gas = GAS.range * BigInt(plan.ranges.length);
      builder.queue({ to: MARKET_MAKER, gas, label: `liquidity of ${label}`, data: ranges });
    }
    await builder.flush();
  },
};

/** Those pools. */
export function pharaohV3Pools(tokens: readonly DevnetToken[]): readonly DevnetPool[] {
  return planned(tokens).map(({ entry }) => entry);
}

/** Address of the pool of two tokens, lower one first, and a tick spacing. */
export function pharaohPoolAddress(token0: Address, token1: Address, tickSpacing: number): Address {
  return getContractAddress({
    ...{ opcode: "CREATE2", from: POOL_DEPLOYER, bytecode: POOL_INIT_CODE },
    salt: keccak256(encodeAbiParameters(SALT, [token0, token1, tickSpacing])),
  });
}

function planned(tokens: readonly DevnetToken[]) {
  return planSpaced(tokens, {
    venue: { name: "pharaoh-v3", factory: PHARAOH_FACTORY },
    ...{ family: "ramses-v3", seed: "weir devnet pharaoh pools" },
    ...{ pools: POOLS, addressOf: pharaohPoolAddress },
  });
}
