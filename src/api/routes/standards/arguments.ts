import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import { MAX_UINT256 } from "../../../lib/math.ts";

/** An address argument of an action, lower-cased. */
export const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i, "must be an address, 0x and 40 hexadecimal digits")
  .transform((text) => text.toLowerCase() as Address);

const decimal = z
  .union([z.string().regex(/^\d{1,78}$/, "must be decimal digits"), z.int().nonnegative()])
  .transform(BigInt)
  .refine((value) => value <= MAX_UINT256, "must be at most 2^256-1");

/** Use of an earlier action's output in place of an amount. */
export const output = z.strictObject({
  useOutputOfCallAt: z.int().nonnegative(),
  index: z.int().nonnegative().optional(),
});

/** An amount in the smallest unit, 1 to 2^256-1, literal or the output of an earlier action. */
export const amount = z.union([
  decimal.refine((value) => value > 0n, "must be at least 1"),
  output,
]);

/** An unsigned integer that is no amount: an NFT's id, a nonce, a time. */
export const unsigned = decimal;

/** Basis points, 0 to 10000. */
export const slippage = z
  .union([z.string().regex(/^\d{1,5}$/, "must be decimal digits"), z.int().nonnegative()])
  .transform(Number)
  .refine((value) => value <= 10_000, "must be at most 10000");

/** Bytes in hexadecimal. */
export const bytes = z.string().regex(/^0x([0-9a-f]{2})*$/i, "must be 0x and hexadecimal bytes");
