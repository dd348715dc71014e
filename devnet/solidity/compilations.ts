import type { Address } from "viem";
import { generatedAddress } from "../token-list.ts";
import type { CompileJob } from "./compile.ts";
import { ownFiles } from "./sources.ts";

/** One run of a compiler: what it compiles, with all that imports bring. */
export interface Compilation extends Omit<CompileJob, "sources"> {
  /** Files of `devnet/contracts` or of npm packages. */
  readonly files: readonly string[];
  /** Prefixes of imports by what they stand for. */
  readonly remappings?: Readonly<Record<string, string>>;
}

const MORPHO = "@morpho-org/morpho-blue/src";
const AAVE = "@aave-dao/aave-v3-origin/src/contracts";
const SUSHISWAP = "@sushiswap/core/contracts/uniswapv2";

const AAVE_FILES = [
  "instances/PoolInstance",
  "instances/PoolConfiguratorInstance",
  "instances/ATokenInstance",
  "instances/VariableDebtTokenInstance",
  "misc/DefaultReserveInterestRateStrategyV2",
];

const BALANCER_V3_FILES = [
  "vault/contracts/Vault",
  "vault/contracts/VaultExtension",
  "vault/contracts/VaultAdmin",
  "vault/contracts/ProtocolFeeController",
  "vault/contracts/Router",
  "vault/contracts/BufferRouter",
  "pool-weighted/contracts/WeightedPoolFactory",
  "pool-stable/contracts/StablePoolFactory",
];

/** Libraries that Aave V3.6 deploys on their own. */
export const AAVE_LIBRARIES = [
  "SupplyLogic",
  "BorrowLogic",
  "LiquidationLogic",
  "ConfiguratorLogic",
  "PoolLogic",
  "FlashLoanLogic",
];

/** Where a library of Aave V3.6 stands on the devnet's chains, for all markets. */
export function aaveLibraryAddress(name: string): Address {
  return generatedAddress(`aave-v3 3.6 ${name}`);
}

/** Name of a compilation. */
export type CompilationName = keyof typeof COMPILATIONS;

/**
 * Everything that the devnet compiles. Each is cached by its sources, so that a change to one
 * leaves the others alone.
 */
export const COMPILATIONS = {
  own: { compiler: "solc", files: [...ownFiles(""), ...ownFiles("hostile")], optimizerRuns: 200 },
  /** SushiSwap V2: the package ships sources only. */
  sushiswap: {
    compiler: "solc-0.6.12",
    files: [`${SUSHISWAP}/UniswapV2Factory.sol`, `${SUSHISWAP}/UniswapV2Router02.sol`],
    optimizerRuns: 5_000,
  },
  berachainRewardVault: {
    compiler: "solc",
    files: ownFiles("berachain-reward-vault"),
    optimizerRuns: 200,
  },
  /** On the library of Uniswap V4's pools. */
  pancakeswapInfinity: {
    compiler: "solc",
    files: ownFiles("pancakeswap-infinity"),
    remappings: { "@uniswap/v4-core/": "@uniswap/v4-periphery/lib/v4-core/" },
    optimizerRuns: 200,
    viaIr: true,
  },
  lido: { compiler: "solc", files: ownFiles("lido"), optimizerRuns: 200 },
  rocketPool: { compiler: "solc", files: ownFiles("rocket-pool"), optimizerRuns: 200 },
  /** ERC-4626 vaults on OpenZeppelin's. */
  erc4626: { compiler: "solc", files: ownFiles("erc4626"), optimizerRuns: 200 },
  solidly: { compiler: "solc", files: ownFiles("solidly"), optimizerRuns: 200, viaIr: true },
  /** On the libraries of Uniswap V3, which are older than Solidity 0.8. */
  slipstream: { compiler: "solc-0.7.6", files: ownFiles("slipstream"), optimizerRuns: 200 },
  ramses: { compiler: "solc-0.7.6", files: ownFiles("ramses"), optimizerRuns: 200 },
  liquidityBook: {
    compiler: "solc",
    files: ownFiles("liquidity-book"),
    optimizerRuns: 200,
    viaIr: true,
  },
  ekubo: { compiler: "solc", files: ownFiles("ekubo"), optimizerRuns: 200, viaIr: true },
  fluid: { compiler: "solc", files: ownFiles("fluid"), optimizerRuns: 200, viaIr: true },
  /** What stands beside Pendle's own contracts, whose package has them compiled. */
  pendle: { compiler: "solc", files: ownFiles("pendle"), optimizerRuns: 200 },
  stakingTokens: { compiler: "solc", files: ownFiles("staking-tokens"), optimizerRuns: 200 },
  sky: { compiler: "solc", files: ownFiles("sky"), optimizerRuns: 200 },
  compoundV2: { compiler: "solc", files: ownFiles("compound-v2"), optimizerRuns: 200 },
  compoundV3: { compiler: "solc", files: ownFiles("compound-v3"), optimizerRuns: 200 },
  convex: { compiler: "solc", files: ownFiles("convex"), optimizerRuns: 200 },
  curve: { compiler: "solc", files: ownFiles("curve"), optimizerRuns: 200 },
  /** Pools of Gyroscope's for the vault of Balancer V2, with the maths of our own of V3. */
  balancerV2: {
    compiler: "solc",
    files: ownFiles("balancer-v2"),
    optimizerRuns: 200,
    viaIr: true,
  },
  /** Balancer V3: its packages ship sources only. */
  balancerV3: {
    compiler: "solc",
    files: [
      ...BALANCER_V3_FILES.map((file) => `@balancer-labs/v3-${file}.sol`),
      ...ownFiles("balancer-v3"),
    ],
    remappings: { "permit2/": "@uniswap/v4-periphery/lib/permit2/" },
    optimizerRuns: 500,
    viaIr: true,
  },
  curveCrypto: {
    compiler: "solc",
    files: ownFiles("curve-crypto"),
    optimizerRuns: 200,
    viaIr: true,
  },
  curveFactory: {
    compiler: "solc",
    files: ownFiles("curve-factory"),
    optimizerRuns: 200,
    viaIr: true,
  },
  curveLending: {
    compiler: "solc",
    files: ownFiles("curve-lending"),
    optimizerRuns: 200,
    viaIr: true,
  },
  curveMeta: { compiler: "solc", files: ownFiles("curve-meta"), optimizerRuns: 200 },
  curveNg: { compiler: "solc", files: ownFiles("curve-ng"), optimizerRuns: 200, viaIr: true },
  /**
   * Morpho and its interest model. By the original's intermediate representation the same takes
   * four times as long.
   */
  morpho: {
    compiler: "solc-0.8.19",
    files: [`${MORPHO}/Morpho.sol`, `${MORPHO}/mocks/OracleMock.sol`, ...ownFiles("morpho-blue")],
    optimizerRuns: 999_999,
  },
  /** Aave V3.6: the package ships sources only. */
  aave: {
    compiler: "solc",
    files: AAVE_FILES.map((file) => `${AAVE}/${file}.sol`),
    remappings: { "openzeppelin-contracts/": "@openzeppelin/" },
    libraries: Object.fromEntries(
      AAVE_LIBRARIES.map((name) => [
        `${AAVE}/protocol/libraries/logic/${name}.sol`,
        { [name]: aaveLibraryAddress(name) },
      ]),
    ),
    optimizerRuns: 200,
  },
  /** SushiSwap's first MasterChef, and an own one in place of the second. */
  masterChef: {
    compiler: "solc-0.6.12",
    files: ["@sushiswap/core/contracts/MasterChef.sol"],
    remappings: { "@openzeppelin/contracts/": "@openzeppelin/contracts-v3/" },
    optimizerRuns: 5_000,
  },
  masterChefV2: { compiler: "solc", files: ownFiles("masterchef"), optimizerRuns: 200 },
} as const satisfies Readonly<Record<string, Compilation>>;
