import { type Address, encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../../../devnet/deploy-at.ts";
import {
  ADAPTIVE_PLUGINS,
  algebraIntegral,
  poolCalls,
  SLIDING_PLUGINS,
  WASABEE_FACTORY,
} from "../../../devnet/protocols/algebra-integral.ts";
import { MARKET_MAKER, marketMaker } from "../../../devnet/protocols/market-maker.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { npmArtifact } from "../../../devnet/solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../../../devnet/token-list.ts";
import { ZERO_ADDRESS } from "../../../src/lib/address.ts";
import type { AlgebraPool } from "../../../src/protocols/algebra/pool.ts";
import { getSqrtRatioAtTick } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";
import { ownPoolCalls, shakeBy } from "../uniswap-v3/shake.ts";
import { type ReadFactory, readPools } from "./read.ts";

export const CHAIN_ID = 80094;
const V1_FACTORY = generatedAddress("algebra v1 factory");
const V1_DEPLOYER = generatedAddress("algebra v1 pool deployer");
const V1 = "@cryptoalgebra/core/artifacts/contracts";

/** The factories of the tests' chain. */
export const FACTORIES: readonly ReadFactory[] = [
  { address: WASABEE_FACTORY, slug: "wasabee", generation: "integral" },
  { address: V1_FACTORY, slug: "quickswap-v3", generation: "v1" },
];

/** Tokens, tick of the first price, and what makes the fees; null: a pool of V1. */
const POOLS: readonly (readonly [string, string, number, Address | null])[] = [
  ["HONEY", "USDC.e", 276_324, ADAPTIVE_PLUGINS],
  ["WBERA", "HONEY", -20_000, ADAPTIVE_PLUGINS],
  ["WETH", "WBERA", 0, SLIDING_PLUGINS],
  ["WBTC", "HONEY", 250_000, SLIDING_PLUGINS],
  ["WETH", "HONEY", 500_000, ZERO_ADDRESS],
  ["HONEY", "USDC.e", -200_000, null],
  ["WBERA", "WETH", 0, null],
];

const abi = parseAbi([
  "function setFactory(address factory)",
  "function createPool(address tokenA, address tokenB)",
  "function poolByPair(address tokenA, address tokenB) view returns (address)",
  "function initialize(uint160 price)",
  "function mint(address to, uint256 value)",
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function provideAlgebra(address pool, Range[] ranges)",
  "function withdrawAlgebra(address pool, Range range)",
  "struct Config { uint16 alpha1; uint16 alpha2; uint32 beta1; uint32 beta2; uint16 gamma1; uint16 gamma2; uint16 baseFee; }",
  "struct V1Config { uint16 alpha1; uint16 alpha2; uint32 beta1; uint32 beta2; uint16 gamma1; uint16 gamma2; uint32 volumeBeta; uint16 volumeGamma; uint16 baseFee; }",
  "function changeFeeConfiguration(Config config)",
  "function changeFeeConfiguration(V1Config config)",
  "function setBaseFee(uint16 value)",
  "function setPriceChangeFactor(uint16 value)",
  "function setFee(uint16 value)",
  "function plugin() view returns (address)",
  "function dataStorageOperator() view returns (address)",
]);

const RICH = 10n ** 40n;
const GAS = 8_000_000n;
const CREATE_GAS = 40_000_000n;
/** So that a swap past all liquidity can be swapped back. */
const FARTHEST_TICK = 800_000;

/** Algebra V1 with the published bytecode, which is larger than chains allow. */
const first: DevnetProtocol = {
  slug: "algebra-v1",
  async deploy({ builder }) {
    const gas = 8_000_000n;
    await deployAt(builder, [
      {
        ...{ address: V1_DEPLOYER, gas },
        artifact: npmArtifact(`${V1}/AlgebraPoolDeployer.sol/AlgebraPoolDeployer.json`),
      },
      {
        ...{ address: V1_FACTORY, gas, args: [V1_DEPLOYER, builder.operator] },
        artifact: npmArtifact(`${V1}/AlgebraFactory.sol/AlgebraFactory.json`),
      },
    ]);
    const data = encodeFunctionData({ abi, functionName: "setFactory", args: [V1_FACTORY] });
    builder.queue({ to: V1_DEPLOYER, data, gas: GAS, label: "setFactory" });
    await builder.flush();
  },
};

const pools: DevnetProtocol = {
  slug: "test-pools",
  deploy: () => Promise.resolve(),
  async seed({ builder, tokens }) {
    for (const [a, b, tick, plugins] of POOLS) {
      const addresses = [a, b].map((symbol) => tokenBySymbol(tokens, symbol).address);
      const [token0, token1] = addresses.sort() as [Address, Address];
      for (const to of [token0, token1]) {
        const data = encodeFunctionData({ abi, functionName: "mint", args: [MARKET_MAKER, RICH] });
        builder.queue({ to, data, gas: GAS, label: `tokens of ${a}/${b}` });
      }
      const sqrtPriceX96 = getSqrtRatioAtTick(tick) + 7n;
      const pair = [token0, token1] as const;
      if (plugins !== null) {
        for (const call of poolCalls({ pair, plugins, sqrtPriceX96 })) builder.queue(call);
        continue;
      }
      const label = `V1's ${a}/${b}`;
      const create = encodeFunctionData({ abi, functionName: "createPool", args: pair });
      builder.queue({ to: V1_FACTORY, data: create, gas: CREATE_GAS, label });
      await builder.flush();
      const asked = encodeFunctionData({ abi, functionName: "poolByPair", args: pair });
      const word = await builder.rpc.request("eth_call", [
        { to: V1_FACTORY, data: asked },
        "latest",
      ]);
      const pool: Address = `0x${String(word).slice(-40)}`;
      const data = encodeFunctionData({ abi, functionName: "initialize", args: [sqrtPriceX96] });
      builder.queue({ to: pool, data, gas: GAS, label });
    }
    await builder.flush();
  },
};

/** What the family's chain carries. */
export const ALGEBRA_CHAIN: ProtocolChainOptions = {
  chainId: CHAIN_ID,
  protocols: [marketMaker, algebraIntegral, first, pools],
  nodeArgs: ["--disable-code-size-limit"],
};

const isFirst = ({ slug }: AlgebraPool) => slug === "quickswap-v3";

/** Positions, swaps, other settings, and now and then hours or days in which nothing happens. */
export function createShake(): (chain: ProtocolChain, random: Random) => Promise<void> {
  const windows = new Map<Address, number | null>();
  const read = ({ client }: ProtocolChain) =>
    readPools(client, { chainId: CHAIN_ID, factories: FACTORIES, windows });
  const shake = shakeBy<AlgebraPool>({
    ...ownPoolCalls,
    farthestTick: FARTHEST_TICK,
    read,
    provide: ({ address }, range) =>
      encodeFunctionData({ abi, functionName: "provideAlgebra", args: [address, [range]] }),
    withdraw: (pool, range) =>
      isFirst(pool)
        ? ownPoolCalls.withdraw(pool, range)
        : encodeFunctionData({ abi, functionName: "withdrawAlgebra", args: [pool.address, range] }),
  });
  return async (chain, random) => {
    await shakeFees(chain, await read(chain), random);
    await shake(chain, random);
    if (random() < 0.5) await shake(chain, random);
    if (random() < 0.6) await later(chain, Math.floor(60 * 6_000 ** random()));
    await shake(chain, random);
  };
}

/** Lets some seconds pass, in which nothing happens. */
async function later({ builder }: ProtocolChain, seconds: number): Promise<void> {
  await builder.rpc.request("evm_increaseTime", [seconds]);
}

/** Other settings of some pools' fees. */
async function shakeFees(
  { builder, client }: ProtocolChain,
  states: readonly AlgebraPool[],
  random: Random,
): Promise<void> {
  const below = (most: number) => Math.floor(random() * most);
  const config = () => ({
    ...{ alpha1: below(20_000), alpha2: below(20_000), beta1: below(2_000), beta2: below(70_000) },
    ...{ gamma1: 1 + below(500), gamma2: 1 + below(10_000), baseFee: below(10_000) },
  });
  for (const state of states) {
    if (random() > 0.15) continue;
    const { address, dynamicFee } = state;
    const queue = (to: Address, data: `0x${string}`) =>
      builder.queue({ to, data, gas: GAS, label: "fee" });
    if (isFirst(state)) {
      const to = await client.readContract({ abi, address, functionName: "dataStorageOperator" });
      const own = { ...config(), volumeBeta: below(100), volumeGamma: 1 + below(100) };
      const functionName = "changeFeeConfiguration";
      queue(to, encodeFunctionData({ abi, functionName, args: [own] }));
    } else if (dynamicFee === null) {
      queue(address, encodeFunctionData({ abi, functionName: "setFee", args: [below(60_000)] }));
    } else {
      const to = await client.readContract({ abi, address, functionName: "plugin" });
      if (dynamicFee.kind === "sliding") {
        const functionName = random() < 0.5 ? "setBaseFee" : "setPriceChangeFactor";
        queue(to, encodeFunctionData({ abi, functionName, args: [below(20_000)] }));
      } else {
        const functionName = "changeFeeConfiguration";
        const own = random() < 0.2 ? { ...config(), alpha1: 0, alpha2: 0 } : config();
        queue(to, encodeFunctionData({ abi, functionName, args: [own] }));
      }
    }
  }
  await builder.flush();
}
