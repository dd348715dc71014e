import { type Address, parseEther, toFunctionSelector } from "viem";
import { lower, NATIVE, ZERO_ADDRESS } from "../../src/lib/address.ts";
import { factoriesOn, namedPoolsOn } from "../../src/protocols/curve-factory/contracts.ts";
import type { NamedPool } from "../../src/protocols/curve-factory/named.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { addCoins, obtain } from "./curve-factory.ts";
import { enterPool } from "./curve-meta.ts";
import { STETH } from "./lido.ts";
import type { DeployContext, DevnetProtocol } from "./protocol.ts";

/** What tells a coin's rate, and what a coin is worth in ether when the devnet begins. */
interface CurveEthOracle {
  readonly address: Address;
  readonly rate: bigint;
}

/** Oracles that anyone sets, by the devnet's token. */
export const CURVE_ETH_ORACLES = {
  rETH: {
    address: generatedAddress("curve-eth rate of rETH"),
    rate: 1_130_677_437_121_351_342n,
  },
  cbETH: {
    address: generatedAddress("curve-eth rate of cbETH"),
    rate: 1_091_573_343_124_655_699n,
  },
} as const satisfies Readonly<Record<string, CurveEthOracle>>;

/** How many ankrETH an ether is worth when the devnet begins, 18 decimals. */
export const ANKR_RATIO = parseEther("0.8537");
/** Of ankrETH; anyone sets it at the token. */
export const ANKR_ETH: Address = "0xe95a203b1a91a908f9b9ce46459d101078c2c3cb";

/** A pool of a factory, at the rates of oracles. */
interface PricedPlan {
  readonly pool: Address;
  readonly symbol: string;
  readonly slug: "curve-factory" | "curve-crvusd-factory";
  /** Of the devnet's tokens; null: native currency. */
  readonly coins: readonly (keyof typeof CURVE_ETH_ORACLES | "stETH" | null)[];
}

const PRICED: readonly PricedPlan[] = [
  {
    pool: generatedAddress("curve-factory ETH/rETH"),
    ...{ symbol: "ETHrETH-f", slug: "curve-factory", coins: [null, "rETH"] },
  },
  {
    pool: generatedAddress("curve-factory cbETH/rETH"),
    ...{ symbol: "cbETHrETH-f", slug: "curve-crvusd-factory", coins: ["cbETH", "rETH"] },
  },
  {
    // https://github.com/Tokemak/v2-core-pub/blob/main/script/Oracle.s.sol
    pool: "0x21e27a5e5513d6e65c4f830167390997aa84843a",
    ...{ symbol: "stETH-ng-f", slug: "curve-factory", coins: [null, "stETH"] },
  },
];

/**
 * Whole tokens that are deposited; sizes are chosen, so that no circle pays: frxETH, which ether is
 * exchanged for one for one elsewhere, is worth less.
 */
const DEPOSITS: Readonly<Record<Address, readonly [string, string]>> = {
  [generatedAddress("curve-factory ETH/rETH")]: ["413", "371"],
  [generatedAddress("curve-factory cbETH/rETH")]: ["263", "251"],
  "0x21e27a5e5513d6e65c4f830167390997aa84843a": ["734", "731"],
  // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
  "0xa1f8a6807c402e4a15ef4eba36528a3fed24e577": ["1170", "1230"],
  "0xa96a65c051bf88b4095ee1f2451c2a9d43f53ae2": ["317", "262"],
  "0xdc24316b9ae028f1497c275eb9192a3ea0f67022": ["1812", "1793"],
};

/** Contract of a pool that no factory made, by its code. */
const CONTRACTS: Readonly<Record<NamedPool["code"], string>> = {
  "native-averaging": "NativePool",
  "native-rated": "NativePool",
  "native-plain": "StEthPool",
};

const AMPLIFICATION = 50n;
const FEE_E10 = 4_000_000n;
const GAS = { constructor: 5_000_000n, add: 1_500_000n, other: 600_000n };
const E18 = 10n ** 18n;

/**
 * Pools of native currency, and at rates of oracles, that `curve-factory` has: own contracts with
 * the originals' maths, as no package carries their bytecode. They need the factories of
 * `curve-factory`, the frxETH of `staking-tokens` and the stETH of `lido`.
 */
export const curveEth: DevnetProtocol = {
  slug: "curve-eth",
  compilations: ["curve", "curveFactory", "curveNg"],
  async deploy({ builder, compiled, tokens }) {
    const { chainId } = builder.spec;
    const own = (name: string) => pickArtifact(compiled.curveFactory, name);
    const oracle = pickArtifact(compiled.curveNg, "RateOracle");
    const lpToken = pickArtifact(compiled.curve, "CurveToken");
    const named = namedPoolsOn(chainId).filter(({ pool }) => pool in DEPOSITS);
    await deployAt(builder, [
      ...Object.values(CURVE_ETH_ORACLES).map(({ address, rate }) => {
        return { address, artifact: oracle, args: [rate] };
      }),
      { address: ANKR_ETH, artifact: own("RatioToken"), args: ["ankrETH", ANKR_RATIO] },
      ...named.map(({ pool, lpToken: address }) => {
        return { address, artifact: lpToken, args: ["Curve.fi ETH", "ETHCRV", pool] };
      }),
    ]);
    const gas = GAS.constructor;
    await deployAt(builder, [
      ...PRICED.map(({ pool: address, symbol, coins }) => ({
        ...{ address, artifact: own("PricedPool"), gas },
        args: [
          ...[coins.map((coin) => coinOf(coin, tokens)), [E18, E18], symbol, AMPLIFICATION],
          ...[FEE_E10, coins.map(oracleOf), coins.map(methodOf)],
        ],
      })),
      ...named.map(({ pool: address, coins, lpToken: token, code }) => ({
        ...{ address, artifact: own(CONTRACTS[code]), gas },
        args: [
          ...[coins, [E18, E18], "ETH", AMPLIFICATION, FEE_E10, token],
          ...(code === "native-plain" ? [] : [code === "native-rated"]),
        ],
      })),
    ]);
    for (const { pool, slug, coins } of PRICED) {
      const found = factoriesOn(chainId).find((one) => one.slug === slug);
      if (found === undefined) throw new Error(`The chain has no factory of ${slug}.`);
      const { factory, priced = [], nativePriced = [] } = found;
      const [implementation = factory] = coins.includes(null) ? nativePriced : priced;
      const data = enterPool({
        ...{ pool, amplification: AMPLIFICATION, feeE10: FEE_E10, implementation },
        ...{ coins: coins.map((coin) => coinOf(coin, tokens)), decimals: [18, 18] },
        basePool: null,
      });
      builder.queue({ to: factory, data, gas: GAS.other, label: `entry of ${pool}` });
    }
    await builder.flush();
  },
  async seed({ builder, tokens }) {
    const pools = [
      ...PRICED.map(({ pool, coins }) => ({
        ...{ pool, coins: coins.map((coin) => coinOf(coin, tokens)) },
      })),
      ...namedPoolsOn(builder.spec.chainId),
    ];
    for (const { pool, coins } of pools) {
      const amounts = DEPOSITS[pool]?.map((amount) => parseEther(amount));
      if (amounts === undefined) continue;
      const [first = 0n] = amounts;
      for (const [i, coin] of coins.entries()) {
        if (coin !== NATIVE) obtain(builder, coin, { spender: pool, amount: amounts[i] ?? 0n });
      }
      builder.queue({
        ...{ to: pool, gas: GAS.add, label: `deposit in ${pool}`, data: addCoins(amounts) },
        ...(coins[0] === NATIVE ? { value: first } : {}),
      });
    }
    await builder.flush();
  },
};

type Coin = PricedPlan["coins"][number];

function coinOf(coin: Coin, tokens: DeployContext["tokens"]): Address {
  if (coin === "stETH") return lower(STETH);
  return coin === null ? NATIVE : lower(tokenBySymbol(tokens, coin).address);
}

function oracleOf(coin: Coin): Address {
  return coin === null || coin === "stETH" ? ZERO_ADDRESS : CURVE_ETH_ORACLES[coin].address;
}

function methodOf(coin: Coin) {
  return coin === null ? "0x00000000" : toFunctionSelector("rate()");
}
