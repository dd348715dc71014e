import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { lower, ZERO_ADDRESS } from "../../src/lib/address.ts";
import type { QueuedTransaction } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetPool, DevnetToken } from "../manifest.ts";
import { depth, type Market } from "../market/depth.ts";
import type { V3Plan } from "../market/pool-plan.ts";
import { type Shape, shapeV3 } from "../market/pool-shape.ts";
import { createRandom } from "../market/random.ts";
import { npmArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { MARKET_MAKER } from "./market-maker.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV3.js
export const WASABEE_FACTORY: Address = "0x7d53327D78EFD0b463bd8d7dc938C52402323b95";
/** No public source names the mainnet's makers of plugins. */
export const ADAPTIVE_PLUGINS = generatedAddress("algebra adaptive plugins");
export const SLIDING_PLUGINS = generatedAddress("algebra sliding plugins");
const POOL_DEPLOYER = generatedAddress("algebra pool deployer");

const CORE = "@cryptoalgebra/integral-core/artifacts/contracts";
const PLUGINS = "@cryptoalgebra/integral-base-plugin/artifacts/contracts";

export const algebraFactoryAbi = parseAbi([
  "function createPool(address tokenA, address tokenB, bytes data)",
  "function setDefaultPluginFactory(address newDefaultPluginFactory)",
]);
export const algebraPoolAbi = parseAbi(["function initialize(uint160 initialPrice)"]);
const makerAbi = parseAbi([
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function provideAlgebra(address pool, Range[] ranges)",
]);
const SALT = parseAbiParameters("address token0, address token1");

const GAS = { create: 20_000_000n, initialize: 1_000_000n, range: 900_000n, set: 200_000n };

/** Where positions may end. */
const TICK_SPACING = 60;

/** Pairs by shape, and what makes their fees. */
const POOLS: Readonly<Record<Shape, readonly (readonly [string, string, Address])[]>> = {
  pegged: [["HONEY", "USDC.e", ADAPTIVE_PLUGINS]],
  volatile: [
    ["WBERA", "HONEY", ADAPTIVE_PLUGINS],
    ["WETH", "WBERA", SLIDING_PLUGINS],
    ["WBTC", "HONEY", SLIDING_PLUGINS],
  ],
};

/** Of a plugin's first swap, hundredths of a basis point; the trader reckons with it. */
const USUAL_FEE = 500;

/** Algebra Integral 1.2.1 with its base plugins, at Wasabee's factory on Berachain. */
export const algebraIntegral: DevnetProtocol = {
  slug: "wasabee",
  async deploy({ builder }) {
    const gas = 6_000_000n;
    await deployAt(builder, [
      {
        ...{ address: WASABEE_FACTORY, args: [POOL_DEPLOYER], gas },
        artifact: npmArtifact(`${CORE}/AlgebraFactory.sol/AlgebraFactory.json`),
      },
      {
        ...{ address: POOL_DEPLOYER, args: [WASABEE_FACTORY], gas },
        artifact: npmArtifact(`${CORE}/AlgebraPoolDeployer.sol/AlgebraPoolDeployer.json`),
      },
      {
        ...{ address: ADAPTIVE_PLUGINS, args: [WASABEE_FACTORY], gas },
        artifact: npmArtifact(`${PLUGINS}/BasePluginV1Factory.sol/BasePluginV1Factory.json`),
      },
      {
        ...{ address: SLIDING_PLUGINS, args: [WASABEE_FACTORY], gas },
        artifact: npmArtifact(`${PLUGINS}/BasePluginV2Factory.sol/BasePluginV2Factory.json`),
      },
    ]);
  },
};

/** Those with the pools of the devnet's market, at the tokens' prices. */
export const algebraIntegralMarket: DevnetProtocol = {
  ...algebraIntegral,
  async seed({ builder, tokens }) {
    const plans = planned(tokens);
    const made = plans.map(({ plan: { token0, token1, sqrtPriceX96 }, plugins }): NewPool => {
      return { pair: [token0.address, token1.address], plugins, sqrtPriceX96 };
    });
    for (const call of poolCalls(made)) builder.queue(call);
    for (const { plan, entry } of plans) {
      const data = encodeFunctionData({ abi: makerAbi, args: [entry.address, plan.ranges] });
      const gas = GAS.range * BigInt(plan.ranges.length);
      builder.queue({ to: MARKET_MAKER, gas, label: `liquidity of ${entry.address}`, data });
    }
    await builder.flush();
  },
};

/** A pool to be made. */
export interface NewPool {
  /** The lower one first. */
  readonly pair: readonly [Address, Address];
  /** What makes its plugin; the zero address: it has none. */
  readonly plugins: Address;
  readonly sqrtPriceX96: bigint;
}

/** Calls that make pools, one after the other, and give them a price; the factory is new. */
export function poolCalls(pools: readonly NewPool[]): readonly QueuedTransaction[] {
  const abi = algebraFactoryAbi;
  return pools.flatMap(({ pair: [token0, token1], plugins, sqrtPriceX96 }, at) => {
    const label = `algebra ${token0}/${token1}`;
    const set = { functionName: "setDefaultPluginFactory", args: [plugins] } as const;
    const create = { functionName: "createPool", args: [token0, token1, "0x"] } as const;
    const data = encodeFunctionData({ abi: algebraPoolAbi, args: [sqrtPriceX96] });
    const to = WASABEE_FACTORY;
    // The factory refuses what it has.
    const isSet = plugins === (pools[at - 1]?.plugins ?? ZERO_ADDRESS);
    return [
      ...(isSet ? [] : [{ to, gas: GAS.set, label, data: encodeFunctionData({ abi, ...set }) }]),
      { to, gas: GAS.create, label, data: encodeFunctionData({ abi, ...create }) },
      { to: algebraPoolAddress(token0, token1), gas: GAS.initialize, label, data },
    ];
  });
}

/** Those pools. */
export function algebraIntegralPools(tokens: readonly DevnetToken[]): readonly DevnetPool[] {
  return planned(tokens).map(({ entry }) => entry);
}

/** Address of the pool of two tokens, lower one first. */
export function algebraPoolAddress(token0: Address, token1: Address): Address {
  return getContractAddress({
    ...{ opcode: "CREATE2", from: POOL_DEPLOYER },
    salt: keccak256(encodeAbiParameters(SALT, [token0, token1])),
    bytecode: npmArtifact(`${CORE}/AlgebraPool.sol/AlgebraPool.json`).bytecode,
  });
}

function planned(tokens: readonly DevnetToken[]) {
  const market: Market = { tokens, random: createRandom("weir devnet algebra pools") };
  const venue = { name: "wasabee", factory: WASABEE_FACTORY };
  return (["pegged", "volatile"] as const).flatMap((shape) =>
    POOLS[shape].map(([a, b, plugins]) => {
      const both = [tokenBySymbol(tokens, a), tokenBySymbol(tokens, b)] as const;
      const tvlUsd = depth(market, both);
      const options = { fee: USUAL_FEE, spacing: TICK_SPACING, tvlUsd, shape };
      const plan = shapeV3(venue, both, options);
      return { plan, entry: entryOf(plan), plugins };
    }),
  );
}

function entryOf({ venue, token0, token1, fee }: V3Plan): DevnetPool {
  return {
    address: lower(algebraPoolAddress(token0.address, token1.address)),
    ...{ family: "algebra", venue: venue.name, feePips: fee, recorded: false },
    ...{ tickSpacing: TICK_SPACING, token0: token0.address, token1: token1.address },
  };
}
