import { z } from "@hono/zod-openapi";
import { type Address, type Hex, parseAbiItem, recoverTypedDataAddress } from "viem";
import { ServiceError } from "../../../lib/errors.ts";
import type { Amount, PlacedAction } from "../action.ts";
import { amount, contract, signature, unsigned } from "../argument-schemas.ts";
import { amountRegister, type CompiledAction, type Compiler, expectedAmount } from "../compiler.ts";
import { addCall } from "../contract-call.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { sentAmount } from "../sent-values.ts";
import { type Verb, verb } from "../verb.ts";

/** @see https://github.com/Uniswap/permit2/blob/cc56ad0f3439c502c246fc5cfcc3db92bb8b7219/src/interfaces/ISignatureTransfer.sol */
const PERMIT_TRANSFER_FROM = parseAbiItem(
  "function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)",
);

/** Taking tokens by a Permit2 signature over exactly this amount. */
export interface PermitTransferFromAction extends PlacedAction {
  readonly kind: "permittransferfrom";
  readonly token: Address;
  readonly amount: Amount;
  readonly nonce: bigint;
  /** Seconds since the epoch. */
  readonly deadline: bigint;
  readonly signature: Hex;
}

/** Takes tokens by a Permit2 signature. */
export const permittransferfrom: Verb<PermitTransferFromAction> = verb({
  name: "permittransferfrom",
  offeredBy: ["core", "permit2"],
  operation: null,
  isListed: true,
  isPlanned: false,
  args: z.strictObject({
    token: contract.describe("Token to take."),
    amount: amount.describe("Raw amount to take."),
    nonce: unsigned.describe("Permit2 nonce that was signed."),
    deadline: unsigned.describe(
      "Time after which the signature is void, in seconds since the epoch.",
    ),
    signature: signature.describe("Permit2 signature of the owner."),
  }),
  action: (args) =>
    understood({
      kind: "permittransferfrom",
      token: args.token,
      amount: args.amount,
      nonce: args.nonce,
      deadline: args.deadline,
      signature: args.signature,
    }),
  sent: ({ token, amount, nonce, deadline, signature }) => ({
    token,
    amount: sentAmount(amount),
    nonce: nonce.toString(),
    deadline: deadline.toString(),
    signature,
  }),
  amounts: ({ amount }) => [amount],
  outputFault: (_, index) => among(1, index),
  compile: compilePermitTransferFrom,
});

/**
 * Compiles a Permit2 signature transfer to the wallet. The owner is who signed it; an owner that is
 * a contract has to be named as the bundle's `spender`.
 */
async function compilePermitTransferFrom(
  compiler: Compiler,
  action: PermitTransferFromAction,
): Promise<CompiledAction> {
  const { builder, request, permit2 } = compiler;
  const { token, nonce, deadline, signature } = action;
  const wallet = builder.host.address;
  const amount = expectedAmount(compiler, action.amount);
  if (action.amount.kind !== "literal" || amount === null) {
    throw new ServiceError(
      "INVALID_ARGUMENT",
      `action ${action.index}: a signature is over one amount; give it as a literal.`,
      { details: [{ path: `${action.index}.args.amount`, message: "must be a literal" }] },
    );
  }
  const owner =
    request.spender !== wallet && request.spender !== request.fromAddress
      ? request.spender
      : await recoverTypedDataAddress({
          domain: { name: "Permit2", chainId: request.chainId, verifyingContract: permit2 },
          types: PERMIT_TYPES,
          primaryType: "PermitTransferFrom",
          message: { permitted: { token, amount }, spender: wallet, nonce, deadline },
          signature,
        });
  const call = { target: permit2, function: PERMIT_TRANSFER_FROM, amounts: [] };
  addCall(compiler, call, () => [
    { permitted: { token, amount }, nonce, deadline },
    { to: wallet, requestedAmount: amount },
    owner,
    signature,
  ]);
  const register = amountRegister(compiler, action.amount);
  const step = { kind: "action", action: "permittransferfrom" } as const;
  return {
    outputs: [{ index: 0, token, register, expected: amount }],
    consumes: [],
    step: {
      ...step,
      protocol: action.protocol,
      tokenIn: [token],
      tokenOut: [token],
      primary: permit2,
    },
  };
}

const PERMIT_TYPES = {
  PermitTransferFrom: [
    { name: "permitted", type: "TokenPermissions" },
    { name: "spender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
  TokenPermissions: [
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
  ],
} as const;
