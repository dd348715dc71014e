import { z } from "@hono/zod-openapi";
import { type Address, parseAbiItem } from "viem";
import { ServiceError } from "../../../lib/errors.ts";
import type { Amount, PlacedAction } from "../action.ts";
import { amountOrId } from "../argument-rules.ts";
import { account, amountOrZero, contract } from "../argument-schemas.ts";
import type { CompiledAction, Compiler } from "../compiler.ts";
import { addCall } from "../contract-call.ts";
import { understood } from "../reading.ts";
import { sentMoved } from "../sent-values.ts";
import { type Verb, verb } from "../verb.ts";

const APPROVE = parseAbiItem("function approve(address spender, uint256 amountOrId)");
const APPROVE_ALL = parseAbiItem("function setApprovalForAll(address operator, bool approved)");

/**
 * `amount` alone: ERC-20; `id` alone: ERC-721; both: ERC-1155. At least one is there; a literal id
 * may be 0.
 */
export interface ApproveAction extends PlacedAction {
  readonly kind: "approve";
  readonly token: Address;
  readonly spender: Address;
  readonly amount: Amount | null;
  readonly id: Amount | null;
}

/** Lets a spender take tokens of the wallet. */
export const approve: Verb<ApproveAction> = verb({
  name: "approve",
  offeredBy: ["core", "erc20"],
  operation: null,
  isListed: true,
  isPlanned: false,
  args: z
    .strictObject({
      token: contract.describe("Token to approve."),
      spender: account.describe("Address that may take it."),
      amount: amountOrZero
        .optional()
        .describe("Raw amount, for ERC-20 and ERC-1155; 0 takes the approval back."),
      id: amountOrZero.optional().describe("Id of the token, for ERC-721 and ERC-1155."),
    })
    .check(amountOrId),
  action: (args) =>
    understood({
      kind: "approve",
      token: args.token,
      spender: args.spender,
      amount: args.amount ?? null,
      id: args.id ?? null,
    }),
  sent: ({ token, spender, ...rest }) => ({ token, spender, ...sentMoved(rest) }),
  amounts: ({ amount, id }) => [amount, id],
  outputFault: () => "has no output",
  compile: compileApprove,
});

/**
 * Compiles an approval: of an ERC-20 amount, of one ERC-721 token, or, for ERC-1155, of the whole
 * contract.
 *
 * @throws {ServiceError} `INVALID_ARGUMENT` for the id of an ERC-20.
 */
function compileApprove(compiler: Compiler, action: ApproveAction): CompiledAction {
  const { token, spender, amount, id } = action;
  if (id !== null && compiler.snapshot.tokens.has(token)) throw withoutIds(action);
  if (amount !== null && id !== null) {
    const isGiven = amount.kind === "output" || amount.value > 0n;
    const call = { target: token, function: APPROVE_ALL, amounts: [] };
    addCall(compiler, call, () => [spender, isGiven]);
  } else {
    const amounts = [requireAmount(amount ?? id)];
    addCall(compiler, { target: token, function: APPROVE, amounts }, ([value]) => [spender, value]);
  }
  const step = { kind: "action", action: "approve", protocol: action.protocol } as const;
  return {
    outputs: [],
    consumes: [],
    step: { ...step, tokenIn: [token], tokenOut: [], primary: token },
  };
}

/** `approve` of an ERC-721 and of an ERC-20 are one function: the id would be an amount. */
function withoutIds({ index, token }: ApproveAction): ServiceError {
  const path = `${index}.args.id`;
  return new ServiceError(
    "INVALID_ARGUMENT",
    `action ${index}: ${token} is an ERC-20 and has no ids; give an amount.`,
    { details: [{ path, message: "is for ERC-721 and ERC-1155; give an amount" }] },
  );
}

function requireAmount(amount: Amount | null): Amount {
  if (amount === null) throw new Error("an approval without amount and id");
  return amount;
}
