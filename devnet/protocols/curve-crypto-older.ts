import type { Address } from "viem";
import { olderPoolsOn } from "../../src/protocols/curve-crypto/contracts.ts";
import type { OlderCode } from "../../src/protocols/curve-crypto/older-code.ts";
import { OLDER_CODE } from "../../src/protocols/curve-crypto/older-code.ts";
import type { Deployment } from "../deploy-at.ts";
import type { Artifact } from "../solidity/artifact.ts";
import { generatedAddress } from "../token-list.ts";

/** A pool of older code on the devnet: own contract at the real address. */
export interface OlderPlan {
  readonly pool: Address;
  readonly symbol: string;
  readonly code: OlderCode;
  readonly coins: readonly {
    readonly symbol: string;
    readonly decimals: number;
    /** Whole tokens that are deposited. */
    readonly deposit: string;
  }[];
  /** Of the other coins in the first, 18 decimals. */
  readonly prices: readonly bigint[];
  readonly parameters: {
    /** A * n^n, times 10,000; of the oldest code 100. */
    readonly a: bigint;
    /** 18 decimals. */
    readonly gamma: bigint;
    /** 10^10 is 100 %. */
    readonly midFee: bigint;
    readonly outFee: bigint;
    /** 18 decimals; `allowedProfit` of the oldest code is how far prices must be. */
    readonly feeGamma: bigint;
    readonly allowedProfit: bigint;
    readonly adjustmentStep: bigint;
    /** Seconds, by halves. */
    readonly averagingTime: bigint;
    /** What the admin takes of the profit, 10^10 is all. */
    readonly adminFee: bigint;
  };
}

const FEE_RECEIVER: Address = generatedAddress("curve-crypto older fee receiver");
const GAS = { pool: 6_000_000n, token: 2_000_000n };
const PRICES = [82_455_965_000_000_000_000_000n, 2_725_680_000_000_000_000_000n];

/** Parameters as on Ethereum where they are recorded; sizes and the others are chosen. */
export const OLDER_PLANS: readonly OlderPlan[] = [
  {
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/source/curve/tricrypto/pool_simulator_test.go
    pool: "0xD51a44d3FaE010294C616388b506AcdA1bfAAE46",
    symbol: "crv3crypto",
    code: "2021-07",
    coins: [
      { symbol: "USDT", decimals: 6, deposit: "600000" },
      { symbol: "WBTC", decimals: 8, deposit: "7.27" },
      { symbol: "WETH", decimals: 18, deposit: "220" },
    ],
    prices: PRICES,
    parameters: {
      ...{ a: 1_707_629n, gamma: 11_809_167_828_997n },
      ...{ midFee: 3_000_000n, outFee: 30_000_000n, feeGamma: 500_000_000_000_000n },
      ...{ allowedProfit: 2_000_000_000_000n, adjustmentStep: 490_000_000_000_000n },
      ...{ averagingTime: 600n, adminFee: 5_000_000_000n },
    },
  },
  {
    // https://github.com/BowTiedDevil/degenbot/blob/1fb8d74b/tests/golden/data/tests/curve/test_curve_onchain_parity/test_curve_tricrypto_get_dy
    pool: "0x80466c64868E1ab14a1Ddf27A676C3fcBE638Fe5",
    symbol: "crvTricrypto",
    code: "2021-05",
    coins: [
      { symbol: "USDT", decimals: 6, deposit: "87000" },
      { symbol: "WBTC", decimals: 8, deposit: "1.05" },
      { symbol: "WETH", decimals: 18, deposit: "32" },
    ],
    prices: PRICES,
    parameters: {
      ...{ a: 364_500n, gamma: 69_999_999_999_999n },
      ...{ midFee: 4_000_000n, outFee: 40_000_000n, feeGamma: 10_000_000_000_000_000n },
      ...{ allowedProfit: 5_500_000_000_000_000n, adjustmentStep: 550_000_000_000_000n },
      ...{ averagingTime: 600n, adminFee: 5_000_000_000n },
    },
  },
  {
    pool: "0xB576491F1E6e5E62f1d8F26062Ee822B40B0E0d4",
    symbol: "crvCVXETH",
    code: "2021-12",
    coins: [
      { symbol: "WETH", decimals: 18, deposit: "180" },
      { symbol: "CVX", decimals: 18, deposit: "203577" },
    ],
    prices: [884_183_763_317_777n],
    parameters: {
      ...{ a: 400_000n, gamma: 145_000_000_000_000n },
      ...{ midFee: 26_000_000n, outFee: 45_000_000n, feeGamma: 230_000_000_000_000n },
      ...{ allowedProfit: 2_000_000_000_000n, adjustmentStep: 146_000_000_000_000n },
      ...{ averagingTime: 600n, adminFee: 5_000_000_000n },
    },
  },
  {
    pool: generatedAddress("curve-crypto factory WETH/CRV"),
    symbol: "CRVETH-f",
    code: "factory",
    coins: [
      { symbol: "WETH", decimals: 18, deposit: "120" },
      { symbol: "CRV", decimals: 18, deposit: "625398" },
    ],
    prices: [191_878_723_841_390n],
    parameters: {
      ...{ a: 400_000n, gamma: 145_000_000_000_000n },
      ...{ midFee: 26_000_000n, outFee: 45_000_000n, feeGamma: 230_000_000_000_000n },
      ...{ allowedProfit: 2_000_000_000_000n, adjustmentStep: 146_000_000_000_000n },
      ...{ averagingTime: 600n, adminFee: 5_000_000_000n },
    },
  },
];

/** The liquidity token of a pool. */
function olderTokenOf(chainId: number, pool: Address): Address {
  const found = olderPoolsOn(chainId).find((listed) => listed.pool === pool.toLowerCase());
  return found?.lpToken ?? generatedAddress(`token of ${pool}`);
}

/** Pools of older code with their liquidity tokens. */
export function olderDeployments(
  chainId: number,
  {
    artifact,
    coinOf,
  }: {
    readonly artifact: (name: string) => Artifact;
    readonly coinOf: (symbol: string) => Address;
  },
): readonly Deployment[] {
  return OLDER_PLANS.flatMap(({ pool, symbol, code, coins, parameters, prices }) => {
    const { part, waits, claims } = OLDER_CODE[code];
    const token = olderTokenOf(chainId, pool);
    const traits = { oldest: code === "2021-05", part, waits, claims };
    const addresses = coins.map((coin) => coinOf(coin.symbol));
    return [
      { address: token, artifact: artifact("OlderToken"), args: [symbol, pool], gas: GAS.token },
      {
        ...{ address: pool, gas: GAS.pool },
        artifact: artifact(coins.length === 2 ? "OlderTwocrypto" : "OlderTricrypto"),
        args: [
          ...[token, FEE_RECEIVER, addresses, parameters, traits, prices],
          ...(coins.length === 2 ? [OLDER_CODE[code].tellsStored] : []),
        ],
      },
    ];
  });
}
