import { z } from "@hono/zod-openapi";
import { type Address, parseAbiItem } from "viem";
import { currencyOf, NATIVE } from "../../../lib/address.ts";
import type { Amount, PlacedAction } from "../action.ts";
import { amountOrId } from "../argument-rules.ts";
import { address, amount, amountOrZero, recipient } from "../argument-schemas.ts";
import { amountRegister, type CompiledAction, type Compiler, expectedAmount } from "../compiler.ts";
import { addCall } from "../contract-call.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { sentMoved } from "../sent-values.ts";
import { type Verb, verb } from "../verb.ts";

const TRANSFER_NFT = parseAbiItem(
  "function safeTransferFrom(address from, address to, uint256 id)",
);
const TRANSFER_MULTI = parseAbiItem(
  "function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
);

/**
 * `amount` alone: ERC-20; `id` alone: ERC-721; both: ERC-1155. At least one is there; a literal id
 * may be 0.
 */
export interface TransferAction extends PlacedAction {
  readonly kind: "transfer";
  readonly token: Address;
  readonly recipient: Address;
  readonly amount: Amount | null;
  readonly id: Amount | null;
}

/** Sends tokens of the wallet. */
export const transfer: Verb<TransferAction> = verb({
  name: "transfer",
  offeredBy: ["core", "erc20"],
  operation: null,
  isListed: true,
  isPlanned: false,
  args: z
    .strictObject({
      token: address.describe("Token to send."),
      recipient: recipient.describe("Address that receives it."),
      amount: amount.optional().describe("Raw amount, for ERC-20 and ERC-1155."),
      id: amountOrZero.optional().describe("Id of the token, for ERC-721 and ERC-1155."),
    })
    .check(amountOrId),
  action: (args) =>
    understood({
      kind: "transfer",
      token: args.token,
      recipient: args.recipient,
      amount: args.amount ?? null,
      id: args.id ?? null,
    }),
  sent: ({ token, recipient, ...rest }) => ({ token, recipient, ...sentMoved(rest) }),
  amounts: ({ amount, id }) => [amount, id],
  outputFault: ({ amount }, index) =>
    amount === null ? "moves a token that has no amount" : among(1, index),
  compile: compileTransfer,
});

/** Compiles a transfer; its output is the amount moved. */
function compileTransfer(compiler: Compiler, action: TransferAction): CompiledAction {
  const { builder } = compiler;
  const { token, recipient, amount, id } = action;
  const from = builder.host.address;
  const moved: Amount = amount ?? { kind: "literal", value: 1n };
  const register = amountRegister(compiler, moved);
  if (id === null) {
    builder.add({ op: "send", in: register, token: currencyOf(token), to: recipient });
  } else if (amount === null) {
    const call = { target: token, function: TRANSFER_NFT, amounts: [id] };
    addCall(compiler, call, ([tokenId]) => [from, recipient, tokenId]);
  } else {
    const call = { target: token, function: TRANSFER_MULTI, amounts: [id, amount] };
    addCall(compiler, call, ([tokenId, units]) => [from, recipient, tokenId, units, "0x"]);
  }
  const step = { kind: "action", action: "transfer", protocol: action.protocol } as const;
  return {
    outputs: [{ index: 0, token: null, register, expected: expectedAmount(compiler, moved) }],
    consumes: id === null ? [{ token, amount: moved }] : [],
    step: { ...step, tokenIn: [token], tokenOut: [], primary: token === NATIVE ? null : token },
  };
}
