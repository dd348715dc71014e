import { type Address, encodeFunctionData, parseAbi, parseUnits } from "viem";
import { lower, NATIVE } from "../../src/lib/address.ts";
import { factoriesOn } from "../../src/protocols/curve-factory/contracts.ts";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { enterPool } from "./curve-meta.ts";
import type { DeployContext, DevnetProtocol } from "./protocol.ts";

/** A plain pool of the devnet: own contract, for those of crvUSD at the real addresses. */
interface CurveFactoryPlan {
  readonly pool: Address;
  readonly symbol: string;
  /** Of the deployment whose factory has it. */
  readonly slug: "curve-factory" | "curve-crvusd-factory";
  readonly coins: readonly {
    /** Of the devnet's token; null: native currency. */
    readonly symbol: string | null;
    readonly decimals: number;
    /** Whole tokens that are deposited. */
    readonly deposit: string;
  }[];
  readonly amplification: bigint;
  /** 10^10 is 100 %. */
  readonly feeE10: bigint;
}

const GAS = { constructor: 5_000_000n, add: 1_500_000n, other: 600_000n };

/**
 * Sizes are chosen: some millions of US dollars, so out of balance that the pools pay what the
 * tokens are worth.
 */
export const CURVE_FACTORY_POOLS: readonly CurveFactoryPlan[] = [
  {
    // https://github.com/CurveDocs/curve-docs/blob/4fcda8a3cd/docs/LLAMMA/deployed-contracts.md
    pool: "0x4dece678ceceb27446b35c672dc7d61f30bad69e",
    ...{ symbol: "crvUSDUSDC-f", slug: "curve-crvusd-factory" },
    coins: [
      { symbol: "USDC", decimals: 6, deposit: "3570000" },
      { symbol: "crvUSD", decimals: 18, deposit: "5430000" },
    ],
    ...{ amplification: 500n, feeE10: 1_000_000n },
  },
  {
    // https://github.com/CurveDocs/curve-docs/blob/4fcda8a3cd/docs/LLAMMA/deployed-contracts.md
    pool: "0x390f3595bca2df7d23783dfd126427cceb997bf4",
    ...{ symbol: "crvUSDUSDT-f", slug: "curve-crvusd-factory" },
    coins: [
      { symbol: "USDT", decimals: 6, deposit: "3412000" },
      { symbol: "crvUSD", decimals: 18, deposit: "3588000" },
    ],
    ...{ amplification: 500n, feeE10: 1_000_000n },
  },
  {
    pool: generatedAddress("curve-factory ETH/cbETH"),
    ...{ symbol: "ETHcbETH-f", slug: "curve-factory" },
    coins: [
      { symbol: null, decimals: 18, deposit: "913" },
      { symbol: "cbETH", decimals: 18, deposit: "287" },
    ],
    ...{ amplification: 20n, feeE10: 4_000_000n },
  },
  {
    pool: generatedAddress("curve-factory GUSD/USDP/USDC"),
    ...{ symbol: "GUSDUSDPUSDC-f", slug: "curve-factory" },
    coins: [
      { symbol: "GUSD", decimals: 2, deposit: "1060000" },
      { symbol: "USDP", decimals: 18, deposit: "1230000" },
      { symbol: "USDC", decimals: 6, deposit: "709000" },
    ],
    ...{ amplification: 200n, feeE10: 4_000_000n },
  },
  {
    pool: generatedAddress("curve-factory FRAX/LUSD/GHO/USDT"),
    ...{ symbol: "FRAXLUSDGHOUSDT-f", slug: "curve-factory" },
    coins: [
      { symbol: "FRAX", decimals: 18, deposit: "1136000" },
      { symbol: "LUSD", decimals: 18, deposit: "761000" },
      { symbol: "GHO", decimals: 18, deposit: "1083000" },
      { symbol: "USDT", decimals: 6, deposit: "1019000" },
    ],
    ...{ amplification: 150n, feeE10: 4_000_000n },
  },
];

const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);
const addAbi = {
  2: parseAbi(["function add_liquidity(uint256[2] amounts, uint256 min)"]),
  3: parseAbi(["function add_liquidity(uint256[3] amounts, uint256 min)"]),
  4: parseAbi(["function add_liquidity(uint256[4] amounts, uint256 min)"]),
};

/**
 * Plain pools of Curve's factories before stableswap-ng: own contracts with the originals' maths,
 * as no package carries their bytecode. The older factory is that of `curve-meta`.
 */
export const curveFactory: DevnetProtocol = {
  slug: "curve-factory",
  compilations: ["curveFactory"],
  async deploy({ builder, compiled, tokens }) {
    const factories = factoriesOn(builder.spec.chainId);
    const artifact = (name: string) => pickArtifact(compiled.curveFactory, name);
    const factoryOf = (slug: string) => {
      const found = factories.find((one) => one.slug === slug);
      if (found === undefined) throw new Error(`The chain has no factory of ${slug}.`);
      return found;
    };
    await deployAt(builder, [
      {
        address: factoryOf("curve-crvusd-factory").factory,
        artifact: artifact("StablecoinFactory"),
      },
    ]);
    await deployAt(
      builder,
      CURVE_FACTORY_POOLS.map(({ pool: address, coins, symbol, slug, amplification, feeE10 }) => ({
        ...{ address, artifact: artifact(`PlainPool${coins.length}`), gas: GAS.constructor },
        args: [
          ...[coins.map((coin) => addressOf(coin.symbol, tokens))],
          ...[coins.map(({ decimals }) => 10n ** BigInt(36 - decimals)), symbol, amplification],
          ...[feeE10, slug === "curve-crvusd-factory"],
        ],
      })),
    );
    for (const { pool, coins, slug, amplification, feeE10 } of CURVE_FACTORY_POOLS) {
      const { factory, plain, averaging, native } = factoryOf(slug);
      const isNative = coins.some(({ symbol }) => symbol === null);
      const [implementation = factory] = isNative ? native : [...plain, ...averaging];
      const data = enterPool({
        ...{ pool, amplification, feeE10, implementation, basePool: null },
        coins: coins.map(({ symbol }) => addressOf(symbol, tokens)),
        decimals: coins.map(({ decimals }) => decimals),
      });
      builder.queue({ to: factory, data, gas: GAS.other, label: `entry of ${pool}` });
    }
    await builder.flush();
  },
  async seed({ builder, tokens }) {
    for (const { pool, symbol, coins } of CURVE_FACTORY_POOLS) {
      const amounts = coins.map(({ decimals, deposit }) => parseUnits(deposit, decimals));
      for (const [i, coin] of coins.entries()) {
        if (coin.symbol === null) continue;
        obtain(builder, addressOf(coin.symbol, tokens), {
          spender: pool,
          amount: amounts[i] ?? 0n,
        });
      }
      const [first] = coins;
      builder.queue({
        ...{ to: pool, gas: GAS.add, label: `deposit in ${symbol}`, data: addCoins(amounts) },
        ...(first?.symbol === null ? { value: amounts[0] ?? 0n } : {}),
      });
    }
    await builder.flush();
  },
};

/** `add_liquidity` of a pool of two to four coins. */
export function addCoins([a = 0n, b = 0n, c, d]: readonly bigint[]) {
  const functionName = "add_liquidity";
  if (c === undefined)
    return encodeFunctionData({ abi: addAbi[2], functionName, args: [[a, b], 0n] });
  if (d === undefined)
    return encodeFunctionData({ abi: addAbi[3], functionName, args: [[a, b, c], 0n] });
  return encodeFunctionData({ abi: addAbi[4], functionName, args: [[a, b, c, d], 0n] });
}

/** Has the operator hold an amount of a token, which a pool may take. */
export function obtain(
  builder: Builder,
  token: Address,
  { spender, amount }: { readonly spender: Address; readonly amount: bigint },
): void {
  const mint = { functionName: "mint", args: [builder.operator, amount] } as const;
  const none = { functionName: "approve", args: [spender, 0n] } as const;
  const approve = { functionName: "approve", args: [spender, amount] } as const;
  for (const data of [
    encodeFunctionData({ abi: tokenAbi, ...mint }),
    encodeFunctionData({ abi: tokenAbi, ...none }),
    encodeFunctionData({ abi: tokenAbi, ...approve }),
  ]) {
    builder.queue({ to: token, data, gas: 150_000n, label: `coins of ${spender}` });
  }
}

function addressOf(symbol: string | null, tokens: DeployContext["tokens"]): Address {
  return symbol === null ? NATIVE : lower(tokenBySymbol(tokens, symbol).address);
}
