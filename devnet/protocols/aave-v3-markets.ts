import type { Address } from "viem";
import { generatedAddress } from "../token-list.ts";

/** A market of Aave V3 or of a fork. */
export interface Market {
  readonly slug: string;
  /** Deployed at its real address, so that the proxies that it creates get theirs. */
  readonly addressesProvider: Address;
  readonly pool: Address;
  readonly poolConfigurator: Address;
  readonly rewardsController: Address;
  /** Before a token's symbol in the symbols of aTokens. */
  readonly prefix: string;
  /** Symbols in the order of listing, which decides the addresses of the aTokens. */
  readonly reserves: readonly string[];
  /** Symbols of tokens that suppliers are rewarded with. */
  readonly rewards: readonly string[];
  /** Whole tokens; reserves that are not named have no cap. */
  readonly supplyCaps: Readonly<Record<string, bigint>>;
  /** What the borrower supplies of a reserve that is not lent out, whole tokens. */
  readonly collateral: { readonly symbol: string; readonly tokens: bigint };
  /** What the lender supplies in whole tokens, and how many percent of it are lent out. */
  readonly supplies: Readonly<Record<string, { readonly tokens: bigint; readonly lent: bigint }>>;
}

/** Aave V3's first market on Ethereum, with its first reserves. AAVE is near its cap. */
export const AAVE_V3: Market = {
  slug: "aave-v3",
  // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Ethereum.ts
  addressesProvider: "0x2f39d218133AFaB8F2B819B1066c7E434Ad94E9e",
  pool: "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2",
  poolConfigurator: "0x64b761D848206f447Fe2dd461b0c635Ec39EbB27",
  rewardsController: "0x8164Cc65827dcFe994AB23944CBC90e0aa80bFcb",
  prefix: "aEth",
  reserves: ["WETH", "wstETH", "WBTC", "USDC", "DAI", "LINK", "AAVE", "cbETH", "USDT"],
  rewards: ["AAVE", "LDO"],
  supplyCaps: { WETH: 1_000_000n, USDC: 2_000_000_000n, AAVE: 30_000n },
  collateral: { symbol: "cbETH", tokens: 67_000n },
  supplies: {
    WETH: { tokens: 2_000n, lent: 60n },
    WBTC: { tokens: 240n, lent: 50n },
    USDC: { tokens: 40_000_000n, lent: 70n },
    DAI: { tokens: 20_000_000n, lent: 60n },
    LINK: { tokens: 940_000n, lent: 50n },
    AAVE: { tokens: 29_000n, lent: 50n },
    USDT: { tokens: 20_000_000n, lent: 65n },
  },
};

/**
 * Spark's market on Ethereum; without sDAI, so that aTokens after DAI have other addresses than the
 * real ones.
 */
export const SPARK: Market = {
  slug: "spark",
  // https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/SparkLend.sol
  addressesProvider: "0x02C3eA4e34C0cBd694D2adFa2c690EECbC1793eE",
  pool: "0xC13e21B648A5Ee794902342038FF3aDAB66BE987",
  poolConfigurator: "0x542DBa469bdE58FAeE189ffB60C6b49CE60E0738",
  rewardsController: "0x4370D3b6C9588E02ce9D22e684387859c7Ff5b34",
  prefix: "sp",
  reserves: ["DAI", "USDC", "WETH", "WBTC"],
  rewards: [],
  supplyCaps: { WETH: 100_000n },
  collateral: { symbol: "WBTC", tokens: 1_000n },
  supplies: {
    DAI: { tokens: 20_000_000n, lent: 70n },
    USDC: { tokens: 10_000_000n, lent: 60n },
    WETH: { tokens: 500n, lent: 50n },
  },
};

/**
 * Hardhat's artifact of a contract of the core, by its path under `contracts` without the ending.
 */
export function aaveArtifact(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return `@aave/core-v3/artifacts/contracts/${path}.sol/${name}.json`;
}

/** Address of a contract of a market whose real address does not matter. */
export function marketAddress(market: Market, name: string): Address {
  return generatedAddress(`${market.slug} ${name}`);
}
