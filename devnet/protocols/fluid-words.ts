import {
  type Address,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  parseAbiParameters,
} from "viem";
import type { Account } from "../../src/protocols/fluid/state.ts";
import { toBigNumberDown } from "../../src/protocols/fluid/words.ts";

/** How a pool is set; prices are of 27 decimals, percents and the fee millionths. */
export interface FluidSettings {
  readonly hasCollateral: boolean;
  readonly hasDebt: boolean;
  readonly feePips: bigint;
  /** Percent of the fee. */
  readonly revenuePercent: bigint;
  readonly range: bigint;
  /** Thousandths of the way to an end of the range at which the center moves; 0: it does not. */
  readonly threshold: bigint;
  readonly shiftSeconds: bigint;
  /** Number of the contract of the center price; 0: none. */
  readonly centerNonce: bigint;
  readonly centerPrice: bigint;
}

/** What a pool has in the Liquidity layer of a token, smallest unit. */
export interface FluidPosition {
  readonly supplied: bigint;
  readonly borrowed: bigint;
}

const [PRECISION, SUPPLY_PRICE, BORROW_PRICE] = [
  10n ** 12n,
  1_041_234_567_891n,
  1_062_345_678_912n,
];
const FOUR_DECIMALS = 10_000n;
/** What others have of a token, as a multiple of what a pool has. */
const OTHERS = 4n;
/** Of the layer's tokens, four decimals. */
const [RATE, FEE, THRESHOLD] = [450n, 1_000n, 30n];
/** Of limits: part that they expand by, four decimals, and in what time, seconds. */
const [EXPANDED, EXPANSION_SECONDS] = [3_500n, 21_600n];
/** Rates at none, four fifths, and all borrowed, four decimals. */
const RATES = [0n, 8_000n, 700n, 4_000n] as const;
const KEY = parseAbiParameters("address, bytes32");

/** Words of a pool's storage, by their slots. */
export function poolWords(settings: FluidSettings, timestamp: bigint): ReadonlyMap<Hex, bigint> {
  const { hasCollateral, hasDebt, feePips, revenuePercent, range, threshold } = settings;
  const price = toBigNumberDown(settings.centerPrice, 32);
  const variables = (price << 1n) | (price << 41n) | (price << 81n) | (timestamp << 121n);
  const config = [
    [hasCollateral ? 1n : 0n, 0],
    [hasDebt ? 1n : 0n, 1],
    [feePips, 2],
    [revenuePercent, 19],
    [range, 27],
    [range, 47],
    [threshold, 68],
    [threshold, 78],
    [settings.shiftSeconds, 88],
    [settings.centerNonce, 112],
    [toBigNumberDown(settings.centerPrice * 2n, 20), 172],
    [toBigNumberDown(settings.centerPrice / 2n, 20), 200],
    [1_000n, 228],
    [1_000n, 238],
  ] as const;
  const word = config.reduce((sum, [value, from]) => sum | (value << BigInt(from)), 0n);
  return new Map([
    [slotOf(0), variables],
    [slotOf(1), word],
  ]);
}

/** What the Liquidity layer knows of a token and of a pool's part in it, others' included. */
export function accountOf(
  { supplied, borrowed }: FluidPosition,
  timestamp: bigint,
): Omit<Account, "balance"> {
  const raw = (amount: bigint, price: bigint) => (amount * PRECISION) / price;
  const [supply, borrow] = [raw(supplied, SUPPLY_PRICE), raw(borrowed, BORROW_PRICE)];
  const whole = OTHERS * (supply + borrow);
  const totals = { supply: whole * 2n, borrow: whole };
  const utilization =
    (totals.borrow * BORROW_PRICE * FOUR_DECIMALS) / (totals.supply * SUPPLY_PRICE);
  const expansion = (EXPANDED << 162n) | (EXPANSION_SECONDS << 176n) | (timestamp << 129n);
  const amount = (value: bigint) => toBigNumberDown(value, 56);
  const limit = (value: bigint) => toBigNumberDown(value, 10);
  return {
    supply:
      1n |
      (amount(supply) << 1n) |
      (amount(supply - (supply * EXPANDED) / FOUR_DECIMALS) << 65n) |
      expansion |
      (limit(supply / 20n) << 200n),
    borrow:
      1n |
      (amount(borrow) << 1n) |
      (amount(borrow + (borrow * EXPANDED) / FOUR_DECIMALS) << 65n) |
      expansion |
      (limit(borrow / 20n) << 200n) |
      (limit(borrow * 10n) << 218n),
    prices:
      RATE |
      (FEE << 16n) |
      (utilization << 30n) |
      (THRESHOLD << 44n) |
      (timestamp << 58n) |
      (SUPPLY_PRICE << 91n) |
      (BORROW_PRICE << 155n),
    totals: amount(totals.supply) | (amount(totals.borrow) << 128n),
    configs: 0n,
  };
}

/** Words of the Liquidity layer's storage for a pool's account of a token, by their slots. */
export function layerWords(
  { pool, token }: { readonly pool: Address; readonly token: Address },
  account: Omit<Account, "balance">,
): ReadonlyMap<Hex, bigint> {
  const [atZero, kink, atKink, atAll] = RATES;
  const rates = 1n | (atZero << 4n) | (kink << 20n) | (atKink << 36n) | (atAll << 52n);
  return new Map([
    [keyed(token, slotOf(5)), account.prices],
    [keyed(token, slotOf(6)), rates],
    [keyed(token, slotOf(7)), account.totals],
    [keyed(token, keyed(pool, slotOf(8))), account.supply],
    [keyed(token, keyed(pool, slotOf(9))), account.borrow],
    [keyed(token, slotOf(11)), account.configs],
  ]);
}

/** The slot of a number. */
export function slotOf(slot: number): Hex {
  return numberToHex(slot, { size: 32 });
}

/** The slot of a key of a mapping. */
export function keyed(key: Address, slot: Hex): Hex {
  return keccak256(encodeAbiParameters(KEY, [key, slot]));
}
