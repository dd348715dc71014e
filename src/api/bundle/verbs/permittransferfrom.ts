import { z } from "@hono/zod-openapi";
import { type Address, type Hex, parseAbiItem, recoverTypedDataAddress, size } from "viem";
import { lower } from "../../../lib/address.ts";
import { ServiceError } from "../../../lib/errors.ts";
import type { Amount, PlacedAction } from "../action.ts";
import { account, amount, contract, signature, unsigned } from "../argument-schemas.ts";
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
  /** Who signed; null: whoever the signature is of, or the bundle's spender. */
  readonly sender: Address | null;
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
    sender: account
      .optional()
      .describe("Owner who signed; needed where that is a contract, whose signatures name nobody."),
  }),
  action: (args) =>
    understood({
      kind: "permittransferfrom",
      token: args.token,
      amount: args.amount,
      nonce: args.nonce,
      deadline: args.deadline,
      signature: args.signature,
      sender: args.sender ?? null,
    }),
  sent: ({ token, amount, nonce, deadline, signature, sender }) => ({
    token,
    amount: sentAmount(amount),
    nonce: nonce.toString(),
    deadline: deadline.toString(),
    signature,
    ...(sender !== null && { sender }),
  }),
  amounts: ({ amount }) => [amount],
  outputFault: (_, index) => among(1, index),
  compile: compilePermitTransferFrom,
});

/**
 * Compiles a Permit2 signature transfer to the wallet. The owner is who signed it; one that is a
 * contract has to be named, as `sender` or as the bundle's `spender`.
 */
async function compilePermitTransferFrom(
  compiler: Compiler,
  action: PermitTransferFromAction,
): Promise<CompiledAction> {
  const { builder, permit2 } = compiler;
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
  const owner = await ownerOf(compiler, action, amount);
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

/**
 * Whose tokens a signature moves.
 *
 * @throws {ServiceError} `INVALID_ARGUMENT` where the bytes are no key's signature and nobody is
 *   named: they may be a contract's, which do not tell whose.
 */
async function ownerOf(
  { builder, request, permit2 }: Compiler,
  { index, token, nonce, deadline, signature, sender }: PermitTransferFromAction,
  amount: bigint,
): Promise<Address> {
  const wallet = builder.host.address;
  if (sender !== null) return sender;
  if (request.spender !== wallet && request.spender !== request.fromAddress) return request.spender;
  try {
    const signer = await recoverTypedDataAddress({
      domain: { name: "Permit2", chainId: request.chainId, verifyingContract: permit2 },
      types: PERMIT_TYPES,
      primaryType: "PermitTransferFrom",
      message: { permitted: { token, amount }, spender: wallet, nonce, deadline },
      signature,
    });
    return lower(signer);
  } catch (error) {
    const path = `${index}.args.signature`;
    throw new ServiceError(
      "INVALID_ARGUMENT",
      `action ${index}: signature of ${size(signature)} bytes is of no key; send 65 or 64 bytes of one, or name the contract that signed as sender.`,
      { details: [{ path, message: "is of no key; name its contract as sender" }], cause: error },
    );
  }
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
