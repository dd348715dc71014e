import { numberToHex } from "viem";
import { wordsOf } from "../../../devnet/protocols/fluid-lite.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import {
  CENTER_FIELDS,
  type DexLitePool,
  FIELDS,
  type Field,
  withField,
} from "../../../src/protocols/fluid-dex-lite/state.ts";

const ONE = 10n ** 18n;
const E27 = 10n ** 27n;
const TOKEN_A = `0x${"a".repeat(40)}` as const;
const TOKEN_B = `0x${"b".repeat(40)}` as const;
/** Before the block of the tests that all families have. */
const TIMESTAMP = 0n;

const COMMON = {
  slug: "fluid-dex-lite",
  updatedBlock: 1,
  address: `0x${"1".repeat(40)}`,
  ...{ rangeShift: 0n, thresholdShift: 0n, externalPrice: 0n },
} as const;

function words(
  settings: Parameters<typeof wordsOf>[0],
  of: Parameters<typeof wordsOf>[1],
): Pick<DexLitePool, "variables" | "centerShift"> {
  const { variables, centerShift } = wordsOf(settings, of);
  return { variables, centerShift: withField(centerShift, CENTER_FIELDS.lastTime, TIMESTAMP) };
}

/** The pool with other values of fields of its first word. */
export function withVariables(
  pool: DexLitePool,
  fields: readonly (readonly [Field, bigint])[],
): DexLitePool {
  const variables = fields.reduce(
    (word, [field, value]) => withField(word, field, value),
    pool.variables,
  );
  return { ...pool, variables };
}

/** At a contract's center price, of six decimals. */
export const external: DexLitePool = {
  ...{ ...COMMON, id: "0x1111111111111111", tokens: [TOKEN_A, TOKEN_B] },
  salt: numberToHex(1, { size: 32 }),
  ...words(
    { rebalances: false, feePips: 5n, range: 15n },
    {
      ...{ price: E27, centerNonce: 1n },
      tokens: [
        { decimals: 6, amount: 1_000_000_000_000n },
        { decimals: 6, amount: 1_200_000_000_000n },
      ],
    },
  ),
  externalPrice: (E27 * 10_008n) / 10_000n,
};

/** At a center price of its own that moves, the native currency among its tokens. */
export const moving: DexLitePool = {
  ...{ ...COMMON, id: "0x2222222222222222", tokens: [TOKEN_A, NATIVE] },
  salt: numberToHex(2, { size: 32 }),
  ...words(
    { rebalances: true, feePips: 500n, range: 400n },
    {
      ...{ price: (E27 * 6n) / 5n, centerNonce: 0n },
      tokens: [
        { decimals: 18, amount: 1_000n * ONE },
        { decimals: 18, amount: 1_100n * ONE },
      ],
    },
  ),
};

/** The same on its way up since a while. */
export const rising = withVariables({ ...moving, id: "0x3333333333333333" }, [
  [FIELDS.rebalancing, 2n],
]);

/** States that the conformance tests run on. */
export const samples: readonly DexLitePool[] = [external, moving, rising];
