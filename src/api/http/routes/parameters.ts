import { z } from "@hono/zod-openapi";
import type { Address, Hex } from "viem";
import { ZERO_ADDRESS } from "../../../lib/address.ts";
import { MAX_UINT256 } from "../../../lib/math.ts";
import { isLossy } from "../../program/contracts.ts";
import type { AskedDeadline } from "../../program/deadline.ts";
import { readPositionReference } from "../../trade/positions.ts";
import { quoted } from "./query.ts";

/** Most addresses or slugs in one list parameter. */
const MAX_LIST = 100;

const TOO_MANY = `must have at most ${MAX_LIST} values`;

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const DIGITS = /^\d+$/;

/**
 * A parameter whose text `read` turns into a value, or into `undefined` when it is not `expected`.
 */
export function parameter<T>(expected: string, read: (text: string) => T | undefined) {
  return z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message: `must be ${expected}; got ${quoted(text)}` });
    return z.NEVER;
  });
}

function readAddress(text: string): Address | undefined {
  return ADDRESS.test(text) ? (text.toLowerCase() as Address) : undefined;
}

/** An address in any letter case, lower-cased. */
export const address = parameter("an address, 0x and 40 hexadecimal digits", readAddress).openapi({
  type: "string",
  pattern: "^0[xX][0-9a-fA-F]{40}$",
});

/** An address that can hold funds: not the zero address. */
export const account = parameter(
  "an address other than zero, 0x and 40 hexadecimal digits",
  (text) => {
    const value = readAddress(text);
    return value === ZERO_ADDRESS ? undefined : value;
  },
).openapi({ type: "string", pattern: "^0[xX][0-9a-fA-F]{40}$" });

/**
 * An account that tokens are sent to: neither zero nor the address that stands for the native
 * currency, nor a contract of Weir's, where they would be anybody's or lost.
 */
export const recipient = parameter(
  "an account that can hold tokens: not zero, not the native currency's address, no contract of Weir's",
  (text) => {
    const value = readAddress(text);
    return value === undefined || isLossy(value) ? undefined : value;
  },
).openapi({ type: "string", pattern: "^0[xX][0-9a-fA-F]{40}$" });

/** An address, or an id inside a contract: 0x and 16 to 64 hexadecimal digits, lower-cased. */
export const hexId = parameter(
  "an address or an id, 0x and 16 to 64 hexadecimal digits",
  (text): Hex | undefined =>
    /^0x[0-9a-f]{16,64}$/i.test(text) ? (text.toLowerCase() as Hex) : undefined,
).openapi({ type: "string", pattern: "^0[xX][0-9a-fA-F]{16,64}$" });

/** A position: the address of its contract, or its `positionId`. */
export const positionReference = parameter(
  "an address, or a positionId <chainId>:<contract>:<id>",
  (text) => readPositionReference(text) ?? undefined,
).openapi({ type: "string" });

/** 1 to 2^256-1 as a decimal string. */
export const amount = parameter("an integer from 1 to 2^256-1 in decimal digits", (text) => {
  if (!DIGITS.test(text) || text.length > 100) return undefined;
  const value = BigInt(text);
  return value >= 1n && value <= MAX_UINT256 ? value : undefined;
}).openapi({ type: "string", pattern: "^[0-9]+$" });

/** An integer of a range, both ends included. */
export function integer(minimum: number, maximum: number) {
  const range =
    maximum === Number.MAX_SAFE_INTEGER
      ? `an integer from ${minimum} to 2^53-1`
      : `an integer from ${minimum} to ${maximum}`;
  return parameter(range, (text) => {
    if (!DIGITS.test(text)) return undefined;
    const value = Number(text);
    return value >= minimum && value <= maximum ? value : undefined;
  }).openapi({
    type: "integer",
    minimum,
    ...(maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  });
}

/** A decimal number, 0 or more. */
export const decimal = parameter("a number of at least 0, such as 2.5", (text) =>
  /^\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined,
).openapi({ type: "number", minimum: 0 });

/** A text of 1 to 100 characters, without blanks around it. */
export const text = parameter("a text of 1 to 100 characters", (given) => {
  const trimmed = given.trim();
  return trimmed.length >= 1 && trimmed.length <= 100 ? trimmed : undefined;
}).openapi({ type: "string", minLength: 1, maxLength: 100 });

/** `true` or `false` in any letter case. */
export const flag = parameter("true or false", (text) => {
  const value = text.toLowerCase();
  return value === "true" || value === "false" ? value === "true" : undefined;
}).openapi({ type: "boolean" });

/**
 * One of several words in any letter case; `aliases` are words that are accepted and stand for
 * another.
 */
export function word<W extends string>(words: readonly W[], aliases: Readonly<Record<string, W>>) {
  return parameter(`one of ${words.join(", ")}`, (text) => {
    const lowered = text.toLowerCase();
    return Object.hasOwn(aliases, lowered)
      ? aliases[lowered]
      : words.find((candidate) => candidate.toLowerCase() === lowered);
  }).openapi({ type: "string", enum: [...words] });
}

/** A slug, lower-cased. */
export const slug = parameter("a slug of 1 to 64 letters, digits, dots and hyphens", (text) =>
  /^[a-z0-9][a-z0-9._-]{0,63}$/i.test(text) ? text.toLowerCase() : undefined,
).openapi({ type: "string", example: "uniswap-v3" });

/** Most tokens that one trade sells. */
const MAX_INPUTS = 5;

/**
 * One to five values, comma-separated or repeated. What is wrong with a single one is said of the
 * parameter, as if it took one value alone.
 */
export function inputList<T>(
  element: z.ZodType<T, string>,
  items: { readonly type: "string"; readonly pattern: string },
) {
  return z
    .array(z.string())
    .transform((texts, context): readonly T[] => {
      if (texts.length > MAX_INPUTS) {
        const message = `must have at most ${MAX_INPUTS} values; got ${texts.length}`;
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      }
      const values = texts.flatMap((text, i) => {
        const result = element.safeParse(text);
        if (result.success) return [result.data];
        const path = texts.length === 1 ? [] : [i];
        for (const { message } of result.error.issues) {
          context.addIssue({ code: "custom", message, path });
        }
        return [];
      });
      return values.length === texts.length ? values : z.NEVER;
    })
    .openapi({ type: "array", minItems: 1, maxItems: MAX_INPUTS, items });
}

/** An address as a list of parameters says it in the documentation; and an amount. */
export const ADDRESS_ITEM = { type: "string", pattern: "^0[xX][0-9a-fA-F]{40}$" } as const;
export const AMOUNT_ITEM = { type: "string", pattern: "^[0-9]+$" } as const;

/**
 * When a transaction ends to be valid: seconds since the epoch, or with a plus sign after the block
 * that it is made for. An unescaped plus sign arrives as a blank.
 */
export const deadline = parameter(
  "seconds since the epoch, or + and seconds after the block",
  (text): AskedDeadline | undefined => {
    const [, sign, digits] = /^([+ ]?)(\d{1,15})$/.exec(text) ?? [];
    if (digits === undefined) return undefined;
    return { kind: sign === "" ? "time" : "after", seconds: BigInt(digits) };
  },
).openapi({ type: "string", pattern: "^[+]?[0-9]{1,15}$", example: "+600" });

/** Addresses, comma-separated or repeated. */
export const addresses = z.array(address).max(MAX_LIST, TOO_MANY);

/** Texts, comma-separated or repeated. */
export const texts = z.array(text).max(MAX_LIST, TOO_MANY);

/** Slugs, comma-separated or repeated. */
export const slugs = z.array(slug).max(MAX_LIST, TOO_MANY);
