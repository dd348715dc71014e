import { z } from "@hono/zod-openapi";
import type { Address, Hex } from "viem";
import { ServiceError } from "../../../lib/errors.ts";
import { TransactionDecodeError } from "../../decode/calldata.ts";
import { gainOf, readTransaction, type SentTransaction } from "../../trade/executed.ts";
import type { Deps } from "../deps.ts";
import { decodedSchema, decodeTransaction } from "./decode.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { integer, parameter } from "./parameters.ts";
import { chainService } from "./trade.ts";
import { addressOut, amountOut, integerOrNullOut } from "./values.ts";

const executedSchema = z
  .object({
    hash: z.string(),
    status: z.enum(["pending", "success", "reverted"]),
    blockNumber: integerOrNullOut.openapi({ description: "Null while it is pending." }),
    from: addressOut,
    to: addressOut.nullable().openapi({ description: "Null: it creates a contract." }),
    value: amountOut.openapi({ description: "Wei." }),
    gasUsed: amountOut.nullable(),
    gasPrice: amountOut.nullable().openapi({ description: "Wei per gas, as it was paid." }),
    decoded: z.union([decodedSchema, z.null()]).openapi({
      description: "As POST /api/v1/decode; null where the calldata is not this service's.",
    }),
    promised: z
      .object({ token: addressOut, receiver: addressOut, minAmountOut: amountOut })
      .nullable()
      .openapi({
        description: "What the calldata demands; null where it is a bundle's or not ours.",
      }),
    received: z
      .object({ token: addressOut, receiver: addressOut, amountOut: z.string() })
      .nullable()
      .openapi({
        description:
          "What the promised receiver gained; null while pending, reverted, or where native currency came with other transactions of the block.",
      }),
    transfers: z
      .array(z.object({ token: addressOut, from: addressOut, to: addressOut, amount: amountOut }))
      .openapi({ description: "ERC-20 transfers in their order, as the tokens' logs say." }),
  })
  .openapi("ExecutedTransaction");

/** `GET /api/v1/transactions/{chainId}/{hash}`. */
export const transactionEndpoint = endpoint({
  path: "/api/v1/transactions/{chainId}/{hash}",
  operationId: "transaction",
  tag: "Wallets",
  summary: "What became of a transaction",
  description:
    "Status, decoded steps, and what really moved beside what was promised, of any transaction that the chain's node knows.",
  query: NO_PARAMETERS,
  params: z.object({
    chainId: integer(1, Number.MAX_SAFE_INTEGER).openapi({
      description: "Chain of the transaction.",
      example: 1,
    }),
    hash: parameter("a hash, 0x and 64 hexadecimal digits", (text) =>
      /^0x[0-9a-f]{64}$/i.test(text) ? (text.toLowerCase() as Hex) : undefined,
    ).openapi({
      type: "string",
      pattern: "^0[xX][0-9a-fA-F]{64}$",
      description: "Hash of the transaction.",
    }),
  }),
  aliases: {},
  response: executedSchema,
  errors: ["UNSUPPORTED_CHAIN", "NOT_FOUND", "UPSTREAM_UNAVAILABLE"],
  cost: 5,
  queued: false,
  cache: "no-store",
  handle: (deps, { params }) => transaction(deps, params),
});

async function transaction(
  deps: Deps,
  { chainId, hash }: { readonly chainId: number; readonly hash: Hex },
): Promise<z.output<typeof executedSchema>> {
  const service = chainService(deps, chainId);
  const sent = await readTransaction(service, hash);
  if (sent === null) {
    const message = `chain ${chainId} has no transaction ${hash}; check hash and chain, or wait.`;
    throw new ServiceError("NOT_FOUND", message);
  }
  const { from, to, value, result } = sent;
  const decoded = decodedOf(deps, chainId, sent);
  const promised =
    decoded === null || decoded.tokenOut === null || decoded.receiver === null
      ? null
      : { token: decoded.tokenOut, receiver: decoded.receiver };
  const gain =
    promised === null || result?.ok !== true
      ? null
      : await gainOf(service, sent, {
          account: promised.receiver as Address,
          token: promised.token as Address,
        });
  return {
    ...{ hash, from, to, value: value.toString() },
    status: result === null ? "pending" : result.ok ? "success" : "reverted",
    blockNumber: result === null ? null : Number(result.blockNumber),
    gasUsed: result?.gasUsed.toString() ?? null,
    gasPrice: result?.gasPrice.toString() ?? null,
    decoded,
    promised: promised && { ...promised, minAmountOut: decoded?.minAmountOut ?? "0" },
    received: promised && gain !== null ? { ...promised, amountOut: gain.toString() } : null,
    transfers: (result?.movements ?? []).map(({ amount, ...movement }) => ({
      ...movement,
      amount: amount.toString(),
    })),
  };
}

function decodedOf(deps: Deps, chainId: number, { from, to, value, data }: SentTransaction) {
  if (to === null) return null;
  try {
    return decodeTransaction(deps, chainId, { from, to, value, data });
  } catch (error) {
    if (error instanceof TransactionDecodeError) return null;
    throw error;
  }
}
