import { z } from "@hono/zod-openapi";
import type { Address, Hex } from "viem";
import { NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import { MAX_UINT256 } from "../../lib/math.ts";
import type { TickRange } from "../../protocols/range-positions.ts";
import { isLossy } from "../program/contracts.ts";
import type { Amount } from "./action.ts";
import { readAddress, readAmount, readInteger } from "./arguments.ts";
import { readAsset } from "./asset.ts";
import { type Reading, readAll, understood, unexpected } from "./reading.ts";

/** Largest accepted loss of an action that names none, in basis points. */
export const DEFAULT_SLIPPAGE_BPS = 50;

/** Most tokens on one side of an action. */
const MAX_TOKENS = 8;
/** Longest signature: contract wallets sign with more than 65 bytes. */
const MAX_SIGNATURE_BYTES = 4_096;

const STRING = "string" as const;
const INTEGER = "integer" as const;
const OBJECT = "object" as const;
const ARRAY = "array" as const;

const addressJson = { type: STRING, pattern: "^0[xX][0-9a-fA-F]{40}$" };
const assetJson = {
  type: STRING,
  pattern: "^([0-9]+:)?0[xX][0-9a-fA-F]{40}(:[0-9a-zA-Z]+)?$",
  description: "An address, or a positionId `<chainId>:<contract>:<id>`.",
};
const integerJson = [
  { type: STRING, pattern: "^[0-9]+$" },
  { type: INTEGER, minimum: 0 },
];
const outputJson = {
  type: OBJECT,
  description: "The output of an earlier action; `index` picks one of several.",
  properties: {
    useOutputOfCallAt: { type: INTEGER, minimum: 0 },
    index: { type: INTEGER, minimum: 0, default: 0 },
  },
  required: ["useOutputOfCallAt"],
  additionalProperties: false,
};
const amountJson = [...integerJson, outputJson];

/** A JSON value that a reader turns into a value or refuses, saying why. */
export function argument<T>(read: (value: unknown) => Reading<T>) {
  return z.unknown().transform((value, context): T => {
    const reading = read(value);
    if (reading.ok) return reading.value;
    for (const { path, message } of reading.faults) {
      context.addIssue({ code: "custom", message, path: [...path] });
    }
    return z.NEVER;
  });
}

function oneOrMore<T>(read: (value: unknown) => Reading<T>) {
  return (value: unknown): Reading<readonly T[]> => {
    if (!Array.isArray(value)) {
      const reading = read(value);
      return reading.ok ? understood([reading.value]) : reading;
    }
    return value.length >= 1 && value.length <= MAX_TOKENS
      ? readAll(value, read)
      : unexpected(value, `one value or a list of 1 to ${MAX_TOKENS}`);
  };
}

function readAccount(value: unknown): Reading<Address> {
  const reading = readAddress(value);
  return reading.ok && reading.value === ZERO_ADDRESS
    ? unexpected(value, "an address other than zero")
    : reading;
}

function readRecipient(value: unknown): Reading<Address> {
  const reading = readAddress(value);
  return reading.ok && isLossy(reading.value)
    ? unexpected(
        value,
        "an account that can hold tokens: not zero, not the native currency's address, no contract of Weir's",
      )
    : reading;
}

function readContract(value: unknown): Reading<Address> {
  const reading = readAccount(value);
  return reading.ok && reading.value === NATIVE
    ? unexpected(value, "a token contract, not the native currency")
    : reading;
}

function readUnsigned(value: unknown): Reading<bigint> {
  const words = "an integer from 0 to 2^256-1 in decimal digits";
  return readInteger(value, { minimum: 0n, maximum: MAX_UINT256, words });
}

function readMinimum(value: unknown): Reading<bigint> {
  const words = "an integer from 1 to 2^256-1 in decimal digits";
  return readInteger(value, { minimum: 1n, maximum: MAX_UINT256, words });
}

const readPositive = (value: unknown): Reading<Amount> => readAmount(value, 1n);

/** A token or contract, lower-cased. */
export const address = argument(readAddress).openapi(addressJson);

/** An address that can hold funds: not the zero address. */
export const account = argument(readAccount).openapi(addressJson);

/** An account that tokens are sent to. */
export const recipient = argument(readRecipient).openapi(addressJson);

/** A token that is a contract: not the native currency, which is never approved. */
export const contract = argument(readContract).openapi(addressJson);

/** A token or contract, or a position by its contract or `positionId`; lower-cased. */
export const asset = argument(readAsset).openapi(assetJson);

/** One address or a list; a list comes out. */
export const addresses = argument(oneOrMore(readAddress)).openapi({
  oneOf: [addressJson, { type: ARRAY, items: addressJson, minItems: 1, maxItems: MAX_TOKENS }],
});

/** One asset or a list; a list comes out. */
export const assets = argument(oneOrMore(readAsset)).openapi({
  oneOf: [assetJson, { type: ARRAY, items: assetJson, minItems: 1, maxItems: MAX_TOKENS }],
});

/** An amount in the smallest unit, 1 to 2^256-1, literal or the output of an earlier action. */
export const amount = argument(readPositive).openapi({ oneOf: amountJson });

/** One amount or a list; a list comes out. */
export const amounts = argument(oneOrMore(readPositive)).openapi({
  oneOf: [
    ...amountJson,
    { type: ARRAY, items: { oneOf: amountJson }, minItems: 1, maxItems: MAX_TOKENS },
  ],
});

/** An amount or an id, which may be 0. */
export const amountOrZero = argument((value) => readAmount(value, 0n)).openapi({
  oneOf: amountJson,
});

/** One amount or a list, which may be 0; a list comes out. */
export const amountsOrZero = argument(oneOrMore((value) => readAmount(value, 0n))).openapi({
  oneOf: [
    ...amountJson,
    { type: ARRAY, items: { oneOf: amountJson }, minItems: 1, maxItems: MAX_TOKENS },
  ],
});

const MAX_TICK = 887_272n;

const readTick = (value: unknown): Reading<number> => {
  const words = `an integer from -${MAX_TICK} to ${MAX_TICK}`;
  const reading = readInteger(value, { minimum: -MAX_TICK, maximum: MAX_TICK, words });
  return reading.ok ? understood(Number(reading.value)) : reading;
};

/** The lower and the upper tick of a range. */
export const ticks = argument((value): Reading<TickRange> => {
  const words = "a list of two ticks, the lower one first";
  if (!Array.isArray(value) || value.length !== 2) return unexpected(value, words);
  const reading = readAll(value, readTick);
  if (!reading.ok) return reading;
  const [lower = 0, upper = 0] = reading.value;
  return lower < upper ? understood({ lower, upper }) : unexpected(value, words);
}).openapi({
  type: ARRAY,
  items: { oneOf: [{ type: STRING, pattern: "^-?[0-9]+$" }, { type: INTEGER }] },
  minItems: 2,
  maxItems: 2,
});

/** An integer that part of a pool's key is: below 2^24. */
export const poolKeyPart = argument((value): Reading<number> => {
  const words = "an integer from 0 to 16777215";
  const reading = readInteger(value, { minimum: 0n, maximum: 2n ** 24n - 1n, words });
  return reading.ok ? understood(Number(reading.value)) : reading;
}).openapi({ oneOf: integerJson });

/** An unsigned integer that is no amount: a nonce, a time. */
export const unsigned = argument(readUnsigned).openapi({ oneOf: integerJson });

/** Basis points, 0 to 10000. */
export const slippage = argument((value): Reading<number> => {
  const words = "an integer from 0 to 10000";
  const reading = readInteger(value, { minimum: 0n, maximum: 10_000n, words });
  return reading.ok ? understood(Number(reading.value)) : reading;
}).openapi({ oneOf: integerJson });

const readPart = (value: unknown): Reading<number> => {
  const words = "an integer from 1 to 9999";
  const reading = readInteger(value, { minimum: 1n, maximum: 9_999n, words });
  return reading.ok ? understood(Number(reading.value)) : reading;
};

/** A part of something in basis points, 1 to 9999. */
export const basisPoints = argument(readPart).openapi({ oneOf: integerJson });

/** Basis points of two to ten parts, together 10000. */
export const parts = argument((value): Reading<readonly number[]> => {
  const words = "a list of 2 to 10 integers from 1 to 9999 whose sum is 10000";
  if (!Array.isArray(value) || value.length < 2 || value.length > 10) {
    return unexpected(value, words);
  }
  const reading = readAll(value, readPart);
  if (!reading.ok) return reading;
  const sum = reading.value.reduce((total, part) => total + part, 0);
  return sum === 10_000 ? reading : unexpected(value, words);
}).openapi({ type: ARRAY, items: { oneOf: integerJson }, minItems: 2, maxItems: 10 });

/** What `slippage` means where an action takes it. */
export const SLIPPAGE_MEANS =
  "Largest loss against what the simulation gives, in basis points; 50 when left out.";

/** What `minAmountOut` means where an action takes it. */
export const MINIMUM_MEANS =
  "Least raw amount received, in place of slippage; a list as long as tokenOut where that is one.";

/** The least that is to be received, 1 to 2^256-1; a list of one comes out. */
export const minimum = argument((value): Reading<readonly bigint[]> => {
  const reading = readMinimum(value);
  return reading.ok ? understood([reading.value]) : reading;
}).openapi({ oneOf: integerJson });

/** One minimum or a list; a list comes out. */
export const minimums = argument(oneOrMore(readMinimum)).openapi({
  oneOf: [
    ...integerJson,
    { type: ARRAY, items: { oneOf: integerJson }, minItems: 1, maxItems: MAX_TOKENS },
  ],
});

/** A signature in hexadecimal, of 1 to 4096 bytes. */
export const signature = argument((value): Reading<Hex> => {
  const isBytes =
    typeof value === "string" &&
    value.length <= 2 + 2 * MAX_SIGNATURE_BYTES &&
    /^0x([0-9a-f]{2})+$/i.test(value);
  return isBytes
    ? understood(value.toLowerCase() as Hex)
    : unexpected(value, `0x and 1 to ${MAX_SIGNATURE_BYTES} bytes in hexadecimal`);
}).openapi({ type: STRING, pattern: "^0x([0-9a-fA-F]{2})+$" });
