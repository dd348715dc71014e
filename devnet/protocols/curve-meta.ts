import { type Address, encodeFunctionData, type Hex, parseAbi, parseUnits } from "viem";
import { lower, ZERO_ADDRESS } from "../../src/lib/address.ts";
import { factoryOn } from "../../src/protocols/curve-meta/contracts.ts";
import { configuredPool } from "../../src/protocols/curve-stableswap/contracts.ts";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** A metapool of the devnet: own contract, for the first two at the real addresses. */
interface CurveMetaPlan {
  readonly pool: Address;
  readonly symbol: string;
  /** Of the devnet's token, with its decimals. */
  readonly coin: string;
  readonly decimals: number;
  readonly basePool: Address;
  /** Whole tokens that are deposited: of the coin, and of the base pool's liquidity token. */
  readonly deposits: readonly [string, string];
  readonly amplification: bigint;
  /** 10^10 is 100 %. */
  readonly feeE10: bigint;
}

// https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/3pool/pooldata.json
const THREE_POOL: Address = "0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7";
// https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
const FRAX_USDC: Address = "0xdcef968d416a41cdac0ed8702fac8128a64241a2";

const GAS = { constructor: 4_000_000n, add: 1_000_000n, other: 400_000n };

/**
 * Sizes are chosen: some millions of US dollars, so out of balance that the pools pay what the
 * tokens are worth.
 */
export const CURVE_META_POOLS: readonly CurveMetaPlan[] = [
  {
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
    pool: "0xd632f22692fac7611d2aa1c0d552930d43caed3b",
    ...{ symbol: "FRAX3CRV-f", coin: "FRAX", decimals: 18, basePool: THREE_POOL },
    ...{ deposits: ["3500000", "1200000"], amplification: 1_500n, feeE10: 4_000_000n },
  },
  {
    // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
    pool: "0xed279fdd11ca84beef15af5d39bb4d4bee23f0ca",
    ...{ symbol: "LUSD3CRV-f", coin: "LUSD", decimals: 18, basePool: THREE_POOL },
    ...{ deposits: ["500000", "2000000"], amplification: 1_500n, feeE10: 4_000_000n },
  },
  {
    pool: generatedAddress("curve-meta PYUSD/crvFRAX"),
    ...{ symbol: "PYUSDFRAXBP-f", coin: "PYUSD", decimals: 6, basePool: FRAX_USDC },
    ...{ deposits: ["740000", "870000"], amplification: 200n, feeE10: 4_000_000n },
  },
];

const factoryAbi = parseAbi([
  "function enter(address at, (address[4] coins, uint256[4] decimals, address basePool, address implementation) pool, uint256 a, uint256 fee)",
]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);
const poolAbi = parseAbi(["function add_liquidity(uint256[2] amounts, uint256 min)"]);

/**
 * Metapools of Curve's factory before stableswap-ng: own contracts with the original's maths, as no
 * package carries their bytecode. They need the pools of `curve`, whose shares the operator holds.
 */
export const curveMeta: DevnetProtocol = {
  slug: "curve-meta",
  compilations: ["curveMeta"],
  async deploy({ builder, compiled, tokens }) {
    const { chainId } = builder.spec;
    const contracts = factoryOn(chainId);
    if (contracts === null) throw new Error(`Chain ${chainId} has no factory of metapools.`);
    const { factory, implementations } = contracts;
    const artifact = (name: string) => pickArtifact(compiled.curveMeta, name);
    await deployAt(builder, [{ address: factory, artifact: artifact("MetaFactory") }]);
    const plans = CURVE_META_POOLS.map((plan) => {
      const coin = lower(tokenBySymbol(tokens, plan.coin).address);
      return { ...plan, coin, lpToken: lpTokenOf(chainId, plan.basePool) };
    });
    await deployAt(
      builder,
      plans.map(({ pool: address, coin, decimals, lpToken, ...plan }) => ({
        ...{ address, artifact: artifact("StableSwapMeta"), gas: GAS.constructor },
        args: [
          ...[builder.operator, [coin, lpToken], [10n ** BigInt(36 - decimals), 10n ** 18n]],
          ...[plan.basePool, plan.symbol, plan.amplification, plan.feeE10],
        ],
      })),
    );
    for (const { pool, coin, decimals, lpToken, basePool, amplification, feeE10 } of plans) {
      const [threePool, , fraxUsdc] = implementations;
      const implementation = (basePool === FRAX_USDC ? fraxUsdc : threePool) ?? factory;
      const entry = {
        ...{ coins: [coin, lpToken], decimals: [decimals, 18], basePool, implementation },
        ...{ pool, amplification, feeE10 },
      };
      send(builder, factory, enterPool(entry));
    }
    await builder.flush();
  },
  async seed({ builder, tokens }) {
    for (const { pool, symbol, coin, decimals, basePool, deposits } of CURVE_META_POOLS) {
      const [own, shares] = [parseUnits(deposits[0], decimals), parseUnits(deposits[1], 18)];
      const { address } = tokenBySymbol(tokens, coin);
      const mint = { functionName: "mint", args: [builder.operator, own] } as const;
      send(builder, address, encodeFunctionData({ abi: tokenAbi, ...mint }));
      const lpToken = lpTokenOf(builder.spec.chainId, basePool);
      for (const [token, amount] of [
        [address, own],
        [lpToken, shares],
      ] as const) {
        const approve = { functionName: "approve", args: [pool, amount] } as const;
        send(builder, token, encodeFunctionData({ abi: tokenAbi, ...approve }));
      }
      builder.queue({
        ...{ to: pool, gas: GAS.add, label: `deposit in ${symbol}` },
        data: encodeFunctionData({ abi: poolAbi, args: [[own, shares], 0n] }),
      });
    }
    await builder.flush();
  },
};

/** A call that enters a pool into a factory; a plain one has no base pool. */
export function enterPool({
  pool,
  coins,
  decimals,
  basePool,
  implementation,
  amplification,
  feeE10,
}: {
  readonly pool: Address;
  readonly coins: readonly Address[];
  readonly decimals: readonly number[];
  readonly basePool: Address | null;
  readonly implementation: Address;
  readonly amplification: bigint;
  readonly feeE10: bigint;
}): Hex {
  const coinAt = (i: number): Address => coins[i] ?? ZERO_ADDRESS;
  const decimalsAt = (i: number): bigint => BigInt(decimals[i] ?? 0);
  const entry = {
    coins: [coinAt(0), coinAt(1), coinAt(2), coinAt(3)],
    decimals: [decimalsAt(0), decimalsAt(1), decimalsAt(2), decimalsAt(3)],
    basePool: basePool ?? ZERO_ADDRESS,
    implementation,
  } as const;
  return encodeFunctionData({ abi: factoryAbi, args: [pool, entry, amplification, feeE10] });
}

function lpTokenOf(chainId: number, basePool: Address): Address {
  const base = configuredPool(chainId, basePool);
  if (base === undefined) throw new Error(`${basePool} is no base pool on chain ${chainId}.`);
  return base.lpToken;
}

function send(builder: Builder, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: GAS.other, label: `${data.slice(0, 10)} of ${to}` });
}
