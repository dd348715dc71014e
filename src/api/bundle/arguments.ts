import type { Address } from "viem";
import { MAX_UINT256 } from "../../lib/math.ts";
import type { Amount, OutputReference } from "./action.ts";
import { excerpt, type Fault, isObject, type Reading, understood, unexpected } from "./reading.ts";

/** Longest decimal text that is looked at: 2^256 has 78 digits, a sign one more. */
const MAX_DIGITS = 79;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const REFERENCE = "useOutputOfCallAt";

/** An address in any letter case, lower-cased. */
export function readAddress(value: unknown): Reading<Address> {
  return typeof value === "string" && ADDRESS.test(value)
    ? understood(value.toLowerCase() as Address)
    : unexpected(value, "an address, 0x and 40 hexadecimal digits");
}

/**
 * An integer of a range: a decimal string, or a JSON number while it is a safe integer.
 *
 * @param range Both ends included, with the words for a message.
 */
export function readInteger(
  value: unknown,
  range: { readonly minimum: bigint; readonly maximum: bigint; readonly words: string },
): Reading<bigint> {
  const integer = integerOf(value);
  const { minimum, maximum, words } = range;
  return integer !== null && integer >= minimum && integer <= maximum
    ? understood(integer)
    : unexpected(value, words);
}

function integerOf(value: unknown): bigint | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : null;
  if (typeof value !== "string" || value.length > MAX_DIGITS) return null;
  return /^-?\d+$/.test(value) ? BigInt(value) : null;
}

/**
 * An amount in the smallest unit of its token: a literal of at least `minimum`, or an earlier
 * output. Whether there is such an output is checked by `referenceFaults`.
 */
export function readAmount(value: unknown, minimum: 0n | 1n): Reading<Amount> {
  if (isObject(value)) return readReference(value);
  const reading = readInteger(value, {
    minimum,
    maximum: MAX_UINT256,
    words: `an integer from ${minimum} to 2^256-1 in decimal digits, or {"${REFERENCE}": n}`,
  });
  return reading.ok ? understood({ kind: "literal", value: reading.value }) : reading;
}

/** Whether a JSON value means to be the use of an earlier output. */
export function isReference(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.hasOwn(value, REFERENCE);
}

/** The use of an earlier output: `useOutputOfCallAt`, and `index` where the action has several. */
export function readReference(value: Readonly<Record<string, unknown>>): Reading<OutputReference> {
  const { [REFERENCE]: action, index = 0, ...others } = value;
  const faults: Fault[] = Object.keys(others).map((key) => ({
    path: [key],
    message: `is unknown here; an output is {"${REFERENCE}": n} with an optional "index"`,
  }));
  if (!isPlace(action)) faults.push({ path: [REFERENCE], message: placeFault(action) });
  if (!isPlace(index)) faults.push({ path: ["index"], message: placeFault(index) });
  return isPlace(action) && isPlace(index) && faults.length === 0
    ? understood({ kind: "output", action, index })
    : { ok: false, faults };
}

function isPlace(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function placeFault(value: unknown): string {
  return value === undefined
    ? "is required"
    : `must be an integer of at least 0; got ${excerpt(value)}`;
}
