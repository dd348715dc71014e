import { z } from "@hono/zod-openapi";
import { getTypesForEIP712Domain } from "viem";
import type { PermitTypedData } from "../../program/permit.ts";
import { integerOut } from "./values.ts";

const fieldSchema = z.object({ name: z.string(), type: z.string() });

/** EIP-712 typed data in a response, as `eth_signTypedData_v4` takes it. */
export const typedDataSchema = z
  .object({
    domain: z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      chainId: integerOut.optional(),
      verifyingContract: z.string(),
      salt: z.string().optional(),
    }),
    types: z.record(z.string(), z.array(fieldSchema)),
    primaryType: z.string().openapi({ example: "PermitTransferFrom" }),
    message: z.record(z.string(), z.unknown()),
  })
  .openapi("TypedData", {
    description:
      "With permit: what fromAddress signs (`eth_signTypedData_v4`), valid until validUntil. Its signature, 65 or 64 bytes or what an account with code takes (ERC-1271), is appended to `tx.data`, and its length in 32 bytes after it. Integers of the message are decimal strings.",
  });

/** Typed data as a response carries it. */
export function typedDataOut({
  domain,
  types,
  primaryType,
  message,
}: PermitTypedData): z.output<typeof typedDataSchema> {
  return {
    domain: { ...domain },
    types: {
      EIP712Domain: [...getTypesForEIP712Domain({ domain })],
      ...Object.fromEntries(
        Object.entries(types).map(([name, fields]) => [
          name,
          fields.map((field) => ({ ...field })),
        ]),
      ),
    },
    primaryType,
    message: JSON.parse(
      JSON.stringify(message, (_, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      ),
    ),
  };
}
