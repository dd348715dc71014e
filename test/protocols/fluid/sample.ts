import { accountOf, poolWords, slotOf } from "../../../devnet/protocols/fluid-words.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import type { Account, FluidPool } from "../../../src/protocols/fluid/state.ts";

const ONE = 10n ** 18n;
const E27 = 10n ** 27n;
const TOKEN_A = `0x${"a".repeat(40)}` as const;
const TOKEN_B = `0x${"b".repeat(40)}` as const;
/** Before the block of the tests that all families have. */
const TIMESTAMP = 0n;

/** What the layer holds is plenty. */
function account(supplied: bigint, borrowed: bigint): Account {
  return { ...accountOf({ supplied, borrowed }, TIMESTAMP), balance: (supplied + borrowed) * 10n };
}

const SETTINGS = {
  ...{ feePips: 500n, revenuePercent: 10n, range: 50_000n, threshold: 0n },
  ...{ shiftSeconds: 3_600n, centerNonce: 0n, centerPrice: E27 },
};

function wordsOf(settings: Parameters<typeof poolWords>[0]) {
  const words = poolWords(settings, TIMESTAMP);
  const of = (slot: number) => words.get(slotOf(slot)) ?? 0n;
  return { variables: of(0), config: of(1), shifts: 0n, centerShift: 0n, externalPrice: 0n };
}

const COMMON = { slug: "fluid-dex", updatedBlock: 1 } as const;
const OF_18 = { numerators: [1n, 1n], denominators: [10n ** 6n, 10n ** 6n] } as const;
const OF_6 = { numerators: [10n ** 6n, 10n ** 6n], denominators: [1n, 1n] } as const;

/** Collateral and debt at a contract's center price, one token native. */
export const both: FluidPool = {
  ...{ id: `0x${"1".repeat(40)}`, address: `0x${"1".repeat(40)}`, ...COMMON, ...OF_18 },
  tokens: [TOKEN_A, NATIVE],
  ...wordsOf({
    ...{ ...SETTINGS, hasCollateral: true, hasDebt: true, centerNonce: 1n },
    centerPrice: (12n * E27) / 10n,
  }),
  externalPrice: (12n * E27) / 10n,
  accounts: [account(1_000n * ONE, 500n * ONE), account(1_200n * ONE, 600n * ONE)],
};

/** Debt alone, of six decimals. */
export const debtOnly: FluidPool = {
  ...{ id: `0x${"2".repeat(40)}`, address: `0x${"2".repeat(40)}`, ...COMMON, ...OF_6 },
  tokens: [TOKEN_A, TOKEN_B],
  ...wordsOf({ ...SETTINGS, hasCollateral: false, hasDebt: true, range: 1_500n, feePips: 50n }),
  accounts: [account(0n, 3_000_000_000_000n), account(0n, 2_900_000_000_000n)],
};

/** Collateral alone, whose center moves. */
export const collateralOnly: FluidPool = {
  ...{ id: `0x${"3".repeat(40)}`, address: `0x${"3".repeat(40)}`, ...COMMON, ...OF_18 },
  tokens: [TOKEN_A, TOKEN_B],
  ...wordsOf({ ...SETTINGS, hasCollateral: true, hasDebt: false, threshold: 300n }),
  accounts: [account(2_000n * ONE, 0n), account(1_900n * ONE, 0n)],
};

/** States that the conformance tests run on. */
export const samples: readonly FluidPool[] = [
  both,
  debtOnly,
  collateralOnly,
  { ...both, id: `0x${"4".repeat(40)}`, config: both.config | (1n << 255n) },
];
