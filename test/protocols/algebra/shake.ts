import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { mineBlock } from "../../../devnet/builder.ts";
import { deployAt } from "../../../devnet/deploy-at.ts";
import {
  ADAPTIVE_PLUGINS,
  algebraIntegral,
  type NewPool,
  poolCalls,
  SLIDING_PLUGINS,
  WASABEE_FACTORY,
} from "../../../devnet/protocols/algebra-integral.ts";
import { MARKET_MAKER, marketMaker } from "../../../devnet/protocols/market-maker.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import type { Rpc } from "../../../devnet/rpc.ts";
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
// https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/algebra/config.ts
const QUICKSWAP_POOL = "0x6ec6c9c8091d160c0aa74b2b14ba9c1717e95093bd3ac085cee99a49aab294a4";
/** The only slot that the constructor of a pool writes. */
const GLOBAL_STATE = `0x${"2".padStart(64, "0")}`;
const V1 = "@cryptoalgebra/core/artifacts/contracts";

/** The factories of the tests' chain. */
export const FACTORIES: readonly ReadFactory[] = [
  { address: WASABEE_FACTORY, slug: "wasabee", generation: "integral" },
  {
    ...{ address: V1_FACTORY, slug: "quickswap-v3", generation: "v1" },
    poolOf: firstPoolAddress,
  },
];

/** Tokens, tick of the first price, and what makes the fees; null: a pool of V1. */
const POOLS: readonly (readonly [string, string, number, Address | null])[] = [
  ["HONEY", "USDC.e", 276_324, ADAPTIVE_PLUGINS],
  ["iBGT", "HONEY", -20_000, ADAPTIVE_PLUGINS],
  ["WETH", "iBGT", 0, SLIDING_PLUGINS],
  ["WBTC", "HONEY", 250_000, SLIDING_PLUGINS],
  ["WETH", "HONEY", 500_000, ZERO_ADDRESS],
  ["HONEY", "USDC.e", -200_000, null],
  ["iBGT", "WETH", 0, null],
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
  "function changeFeeConfiguration(Config config)",
  "function setBaseFee(uint16 value)",
  "function setPriceChangeFactor(uint16 value)",
  "function setFee(uint16 value)",
  "function plugin() view returns (address)",
  "function dataStorageOperator() view returns (address)",
]);

/** Takes other settings than Integral's plugins by the same name. */
const operatorAbi = parseAbi([
  "struct Config { uint16 alpha1; uint16 alpha2; uint32 beta1; uint32 beta2; uint16 gamma1; uint16 gamma2; uint32 volumeBeta; uint16 volumeGamma; uint16 baseFee; }",
  "function changeFeeConfiguration(Config config)",
]);

const RICH = 10n ** 40n;
const GAS = 8_000_000n;
const CREATE_GAS = 40_000_000n;
/**
 * So that a swap past all liquidity can be swapped back, and pools hold no more of a token than the
 * 128 bits in which those of Integral count it.
 */
const FARTHEST_TICK = 700_000;

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
    const integral: NewPool[] = [];
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
        integral.push({ pair, plugins, sqrtPriceX96 });
        continue;
      }
      const label = `V1's ${a}/${b}`;
      const create = encodeFunctionData({ abi, functionName: "createPool", args: pair });
      builder.queue({ to: V1_FACTORY, data: create, gas: CREATE_GAS, label });
      await builder.flush();
      const pool = firstPoolAddress(token0, token1);
      await moveTo(builder.rpc, pool, pair);
      const data = encodeFunctionData({ abi, functionName: "initialize", args: [sqrtPriceX96] });
      builder.queue({ to: pool, data, gas: GAS, label });
    }
    for (const call of poolCalls(integral)) builder.queue(call);
    await builder.flush();
  },
};

/** Where V1's factory has its operators expect a pool: as if its code were that of QuickSwap. */
function firstPoolAddress(token0: Address, token1: Address): Address {
  return getContractAddress({
    ...{ opcode: "CREATE2", from: V1_DEPLOYER, bytecodeHash: QUICKSWAP_POOL },
    salt: keccak256(encodeAbiParameters(parseAbiParameters("address, address"), [token0, token1])),
  });
}

/** Puts a pool that the factory has just made where its operator expects it. */
async function moveTo(rpc: Rpc, to: Address, args: readonly [Address, Address]): Promise<void> {
  const data = encodeFunctionData({ abi, functionName: "poolByPair", args });
  const word = await rpc.request("eth_call", [{ to: V1_FACTORY, data }, "latest"]);
  const made: Address = `0x${String(word).slice(-40)}`;
  await rpc.request("anvil_setCode", [to, await rpc.request("eth_getCode", [made, "latest"])]);
  const state = await rpc.request("eth_getStorageAt", [made, GLOBAL_STATE, "latest"]);
  await rpc.request("anvil_setStorageAt", [to, GLOBAL_STATE, state]);
}

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
    if (random() < 0.6) await later(chain, random);
    await shake(chain, random);
    if (random() > 0.3) return;
    await later(chain, random);
    await mineBlock(chain.builder.rpc, chain.builder.spec.baseFeePerGas);
  };
}

/** Has the next block come a minute to four days later. */
async function later({ builder, client }: ProtocolChain, random: Random): Promise<void> {
  const { timestamp } = await client.getBlock();
  const next = Number(timestamp) + Math.floor(60 * 6_000 ** random());
  await builder.rpc.request("evm_setNextBlockTimestamp", [next]);
}

/** Other settings of some pools' fees. */
export async function shakeFees(
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
      queue(to, encodeFunctionData({ abi: operatorAbi, args: [own] }));
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
