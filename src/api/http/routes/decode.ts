import { z } from "@hono/zod-openapi";
import type { Hex } from "viem";
import { ServiceError } from "../../../lib/errors.ts";
import { MAX_UINT256 } from "../../../lib/math.ts";
import { address, argument } from "../../bundle/argument-schemas.ts";
import { readInteger } from "../../bundle/arguments.ts";
import { type Reading, understood, unexpected } from "../../bundle/reading.ts";
import { TransactionDecodeError } from "../../decode/calldata.ts";
import type { EncodedTransaction } from "../../decode/decode-transaction.ts";
import { knowledgeOf } from "../../decode/pools.ts";
import { readTransaction } from "../../decode/readable.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { validBody } from "./query.ts";
import { chainService } from "./trade.ts";
import { addressOut, amountOut, integerOut } from "./values.ts";

const chainId = argument((value): Reading<number> => {
  const maximum = BigInt(Number.MAX_SAFE_INTEGER);
  const words = "an integer of at least 1";
  const reading = readInteger(value, { minimum: 1n, maximum, words });
  return reading.ok ? understood(Number(reading.value)) : reading;
}).openapi({ type: "integer", minimum: 1 });

const calldata = argument(
  (value): Reading<Hex> =>
    typeof value === "string" && /^0x([0-9a-f]{2})*$/i.test(value)
      ? understood(value.toLowerCase() as Hex)
      : unexpected(value, "0x and whole bytes in hexadecimal"),
).openapi({ type: "string", pattern: "^0x([0-9a-fA-F]{2})*$" });

const wei = argument((value) => {
  const words = "an integer from 0 to 2^256-1 in decimal digits";
  return readInteger(value, { minimum: 0n, maximum: MAX_UINT256, words });
}).openapi({ type: "string", pattern: "^[0-9]+$" });

const bodySchema = z.object({
  chainId: chainId.openapi({ description: "Chain of the transaction." }),
  to: address.openapi({ description: "Contract that the transaction calls." }),
  data: calldata.openapi({ description: "Calldata in hexadecimal." }),
  from: address.optional().openapi({
    description: "Sender. Without it a wallet is taken to be the sender's own.",
  }),
  value: wei.optional().openapi({
    description: "Wei sent along. Without it the native currency is taken to be not wrapped first.",
  }),
});

const stepSchema = z
  .object({ op: z.string().openapi({ example: "v3-swap-pull" }) })
  .catchall(z.unknown())
  .openapi("DecodedStep", {
    description:
      "One step of the program. Registers are numbers from 1 and hold amounts; what a step has besides `op` depends on it.",
  });

/** A transaction of this service in readable steps. */
export const decodedSchema = z
  .object({
    strategy: z.enum(["router", "delegate", "corewallet"]),
    function: z.enum([
      "route",
      "routeWithPermit",
      "routeMulti",
      "routeWithPermit2",
      "execute",
      "executeMulti",
      "run",
    ]),
    tokenIn: addressOut.nullable().openapi({
      description: "Token that is spent; null when no step says it, and for several inputs.",
    }),
    amountIn: amountOut.nullable().openapi({
      description:
        "Fee included; null for a bundle, whose steps set amounts, and for several inputs.",
    }),
    wrapsInto: addressOut.nullable().openapi({
      description: "Wrapped token that the router makes of native tokenIn first.",
    }),
    payTo: addressOut
      .nullable()
      .openapi({ description: "Who is paid amountIn before the first step." }),
    inputs: z
      .array(
        z.object({
          token: addressOut.nullable(),
          amount: amountOut,
          payTo: addressOut.nullable(),
        }),
      )
      .nullable()
      .openapi({
        description:
          "Inputs of a function that takes several, in the order of their registers, as `tokenIn`, `amountIn` and `payTo`; null for the others.",
      }),
    tokenOut: addressOut.nullable().openapi({
      description: "Null for a bundle, and for a position that is no token.",
    }),
    minAmountOut: amountOut.nullable().openapi({
      description:
        "Least amount that the receiver gains, else all is reverted; 0 for a position, whose minimum is a step.",
    }),
    receiver: addressOut.nullable().openapi({ description: "Whose gain is checked." }),
    deadline: amountOut.openapi({ description: "Seconds since the epoch." }),
    executor: z.enum(["shared", "own"]).nullable().openapi({
      description:
        "Where the router runs the program: in the executor that all callers share, or in the caller's own; null for wallets.",
    }),
    permit: z
      .object({
        kind: z.enum(["eip2612", "permit2"]),
        nonce: amountOut.nullable(),
        signature: z.string().nullable(),
      })
      .nullable()
      .openapi({
        description:
          "What the caller signed instead of an allowance, up to the deadline; `nonce` for Permit2 alone, `signature` null: not appended yet.",
      }),
    registers: integerOut.openapi({
      description: "How many registers the program has; the first hold the inputs at the start.",
    }),
    steps: z.array(stepSchema),
    warnings: z
      .array(z.string())
      .openapi({ description: "What a reader should know before sending it." }),
  })
  .openapi("DecodedTransaction");

/** `POST /api/v1/decode`. */
export const decodeEndpoint = endpoint({
  path: "/api/v1/decode",
  operationId: "decode",
  tag: "Shortcuts",
  summary: "Read a transaction",
  description:
    "Says what the calldata of a transaction of this service does: tokens, amounts, limits, receiver and every step. Two calldata never read the same.",
  query: NO_PARAMETERS,
  params: NO_PARAMETERS,
  aliases: {},
  body: bodySchema,
  response: decodedSchema,
  errors: ["UNSUPPORTED_CHAIN"],
  cost: 1,
  queued: false,
  cache: "unsaid",
  handle: (deps, { body }) => decode(deps, body),
});

/**
 * Reads the transaction in a body. Throws `ServiceError` `INVALID_ARGUMENT`, with the byte's
 * `offset` in `data`.
 */
export function decode(deps: Deps, body: unknown): z.output<typeof decodedSchema> {
  const { chainId, to, data, from = null, value = null } = validBody(bodySchema, body);
  chainService(deps, chainId);
  try {
    return decodeTransaction(deps, chainId, { to, data, from, value });
  } catch (error) {
    if (!(error instanceof TransactionDecodeError)) throw error;
    const { offset, message } = error;
    const place = offset === null ? "" : `byte ${offset}: `;
    throw new ServiceError(
      "INVALID_ARGUMENT",
      `The transaction is not one of this service: ${place}${message}; send to, data and from as this service answered them.`,
      {
        details: [{ path: offset === null ? "to" : "data", message: `${place}${message}` }],
        data: offset === null ? {} : { offset },
      },
    );
  }
}

/**
 * A transaction in readable steps.
 *
 * @throws {TransactionDecodeError} Of one that is not this service's.
 */
export function decodeTransaction(
  deps: Deps,
  chainId: number | undefined,
  transaction: EncodedTransaction,
): z.output<typeof decodedSchema> {
  const snapshot = chainService(deps, chainId).lastSnapshot();
  const chain = snapshot === null ? null : knowledgeOf(snapshot, deps.protocols);
  const { inputs, steps, warnings, ...readable } = readTransaction(transaction, chain);
  return {
    ...readable,
    inputs: inputs === null ? null : [...inputs],
    steps: steps.map((step) => ({ ...step })),
    warnings: [...warnings],
  };
}
