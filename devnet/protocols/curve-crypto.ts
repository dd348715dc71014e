import { type Address, encodeFunctionData, type Hex, parseAbi, parseUnits } from "viem";
import { lower } from "../../src/lib/address.ts";
import { factoriesOn } from "../../src/protocols/curve-crypto/contracts.ts";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { OLDER_PLANS, olderDeployments } from "./curve-crypto-older.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** A pool of the devnet: own contract, for the one of three coins at the real address. */
interface CurveCryptoPlan {
  readonly pool: Address;
  readonly symbol: string;
  readonly coins: readonly {
    readonly symbol: string;
    readonly decimals: number;
    /** Whole tokens that are deposited. */
    readonly deposit: string;
  }[];
  /** Of the other coins in the first, 18 decimals. */
  readonly prices: readonly bigint[];
  readonly parameters: {
    /** A * n^n, times 10,000. */
    readonly a: bigint;
    /** 18 decimals. */
    readonly gamma: bigint;
    /** 10^10 is 100 %. */
    readonly midFee: bigint;
    readonly outFee: bigint;
    /** 18 decimals. */
    readonly feeGamma: bigint;
    readonly allowedProfit: bigint;
    readonly adjustmentStep: bigint;
    /** Seconds, by the natural logarithm. */
    readonly averagingTime: bigint;
  };
}

const FEE_RECEIVER: Address = generatedAddress("curve-crypto fee receiver");
const GAS = { constructor: 6_000_000n, add: 3_000_000n, other: 400_000n };

/** Sizes are chosen: some 900,000 US dollars in each coin, at the devnet's prices. */
export const CURVE_CRYPTO_POOLS: readonly CurveCryptoPlan[] = [
  {
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/curve/tricrypto-ng/pool_simulator_f5f5_test.go
    pool: "0xf5f5B97624542D72A9E06f04804Bf81baA15e2B4",
    symbol: "crvUSDTWBTCWETH",
    coins: [
      { symbol: "USDT", decimals: 6, deposit: "900000" },
      { symbol: "WBTC", decimals: 8, deposit: "10.9" },
      { symbol: "WETH", decimals: 18, deposit: "330" },
    ],
    prices: [82_455_965_000_000_000_000_000n, 2_725_680_000_000_000_000_000n],
    parameters: {
      ...{ a: 1_707_629n, gamma: 11_809_167_828_997n },
      ...{ midFee: 3_000_000n, outFee: 30_000_000n, feeGamma: 500_000_000_000_000n },
      ...{ allowedProfit: 2_000_000_000_000n, adjustmentStep: 490_000_000_000_000n },
      averagingTime: 865n,
    },
  },
  {
    pool: generatedAddress("curve-crypto USDC/EURC"),
    symbol: "USDCEURC",
    coins: [
      { symbol: "USDC", decimals: 6, deposit: "900000" },
      { symbol: "EURC", decimals: 6, deposit: "830000" },
    ],
    prices: [1_084_200_000_000_000_000n],
    parameters: {
      ...{ a: 20_000_000n, gamma: 10_000_000_000_000_000n },
      ...{ midFee: 5_000_000n, outFee: 45_000_000n, feeGamma: 5_000_000_000_000_000n },
      ...{ allowedProfit: 10_000_000_000n, adjustmentStep: 5_500_000_000_000n },
      averagingTime: 866n,
    },
  },
];

const factoryAbi = parseAbi(["function enter(address pool)"]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);
const poolAbi = parseAbi([
  "function add_liquidity(uint256[2] amounts, uint256 min)",
  "function add_liquidity(uint256[3] amounts, uint256 min)",
]);

/**
 * Pools of Curve's twocrypto-ng and tricrypto-ng factories, and of older code: own contracts with
 * the originals' maths, as no package carries their bytecode.
 */
export const curveCrypto: DevnetProtocol = {
  slug: "curve-crypto",
  compilations: ["curveCrypto"],
  async deploy({ builder, compiled, tokens }) {
    const factories = factoriesOn(builder.spec.chainId);
    if (factories === null) throw new Error(`Chain ${builder.spec.chainId} has no factory.`);
    const { twocryptoFactory, tricryptoFactory, cryptoFactory } = factories;
    if (cryptoFactory === undefined) throw new Error("The chain has no factory of older pools.");
    const artifact = (name: string) => pickArtifact(compiled.curveCrypto, name);
    await deployAt(builder, [
      { address: twocryptoFactory, artifact: artifact("TwocryptoFactory"), args: [FEE_RECEIVER] },
      { address: tricryptoFactory, artifact: artifact("TricryptoFactory"), args: [FEE_RECEIVER] },
      { address: cryptoFactory, artifact: artifact("OlderFactory"), args: [FEE_RECEIVER] },
    ]);
    const factoryOf = ({ coins }: CurveCryptoPlan): Address =>
      coins.length === 2 ? twocryptoFactory : tricryptoFactory;
    await deployAt(
      builder,
      CURVE_CRYPTO_POOLS.map((plan) => {
        const { pool: address, coins, symbol, parameters, prices } = plan;
        const addresses = coins.map((coin) => tokenBySymbol(tokens, coin.symbol).address);
        return {
          ...{ address, gas: GAS.constructor },
          artifact: artifact(coins.length === 2 ? "Twocrypto" : "Tricrypto"),
          args: [factoryOf(plan), addresses, symbol, parameters, prices],
        };
      }),
    );
    const coinOf = (symbol: string) => tokenBySymbol(tokens, symbol).address;
    await deployAt(builder, olderDeployments(builder.spec.chainId, { artifact, coinOf }));
    for (const plan of CURVE_CRYPTO_POOLS) {
      const data = encodeFunctionData({ abi: factoryAbi, args: [plan.pool] });
      send(builder, factoryOf(plan), data);
    }
    for (const { pool } of OLDER_PLANS.filter(({ code }) => code === "factory")) {
      send(builder, cryptoFactory, encodeFunctionData({ abi: factoryAbi, args: [pool] }));
    }
    await builder.flush();
  },
  async seed({ builder, tokens }) {
    for (const { pool, symbol, coins } of [...CURVE_CRYPTO_POOLS, ...OLDER_PLANS]) {
      const amounts = coins.map(({ decimals, deposit }) => parseUnits(deposit, decimals));
      for (const [i, coin] of coins.entries()) {
        const amount = amounts[i] ?? 0n;
        const { address } = tokenBySymbol(tokens, coin.symbol);
        obtainCoin(builder, address, amount);
        const args = [pool, amount] as const;
        const data = encodeFunctionData({ abi: tokenAbi, functionName: "approve", args });
        send(builder, address, data);
      }
      builder.queue({
        ...{ to: pool, gas: GAS.add, label: `deposit in ${symbol}` },
        data: addCryptoLiquidity(amounts),
      });
    }
    await builder.flush();
  },
};

/** `add_liquidity` of a pool of two or three coins. */
export function addCryptoLiquidity(amounts: readonly bigint[]): Hex {
  const functionName = "add_liquidity";
  const [first = 0n, second = 0n, third] = amounts;
  if (third === undefined) {
    return encodeFunctionData({ abi: [poolAbi[0]], functionName, args: [[first, second], 0n] });
  }
  const args = [[first, second, third], 0n] as const;
  return encodeFunctionData({ abi: [poolAbi[1]], functionName, args });
}

/** Has the operator hold an amount: minted or wrapped. */
export function obtainCoin(builder: Builder, token: Address, amount: bigint): void {
  if (lower(token) === lower(builder.spec.wrappedNative.address)) {
    builder.queue({ to: token, value: amount, gas: GAS.other, label: `wrap ${amount}` });
    return;
  }
  const args = [builder.operator, amount] as const;
  send(builder, token, encodeFunctionData({ abi: tokenAbi, functionName: "mint", args }));
}

function send(builder: Builder, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: GAS.other, label: `${data.slice(0, 10)} of ${to}` });
}
