import { type AbiFunction, parseAbiItem, recoverTypedDataAddress } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { ServiceError } from "../../lib/errors.ts";
import { encodeTemplate } from "../program/call-data.ts";
import { contractToken } from "../program/single-steps.ts";
import type { Amount, ApproveAction, PermitTransferFromAction, TransferAction } from "./action.ts";
import { amountRegister, type CompiledAction, type Compiler, expectedAmount } from "./compiler.ts";

const APPROVE = parseAbiItem("function approve(address spender, uint256 amountOrId)");
const APPROVE_ALL = parseAbiItem("function setApprovalForAll(address operator, bool approved)");
const TRANSFER_NFT = parseAbiItem(
  "function safeTransferFrom(address from, address to, uint256 id)",
);
const TRANSFER_MULTI = parseAbiItem(
  "function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
);
/** @see https://github.com/Uniswap/permit2/blob/cc56ad0f3439c502c246fc5cfcc3db92bb8b7219/src/interfaces/ISignatureTransfer.sol */
const PERMIT_TRANSFER_FROM = parseAbiItem(
  "function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)",
);

/** Compiles an approval: of an ERC-20 amount, of one ERC-721 token, or, for ERC-1155, of the whole contract. */
export function compileApprove(compiler: Compiler, action: ApproveAction): CompiledAction {
  const { token, spender, amount, id } = action;
  if (amount !== null && id !== null) {
    addCall(compiler, { target: token, function: APPROVE_ALL, amounts: [] }, () => [spender, true]);
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

/** Compiles a transfer; its output is the amount moved. */
export function compileTransfer(compiler: Compiler, action: TransferAction): CompiledAction {
  const { builder } = compiler;
  const { token, recipient, amount, id } = action;
  const from = builder.host.address;
  const moved: Amount = amount ?? { kind: "literal", value: 1n };
  const register = amountRegister(compiler, moved, `${action.index}.args.amount`);
  if (id === null) {
    builder.add({ op: "send", in: register, token: contractToken(token), to: recipient });
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

/**
 * Compiles a Permit2 signature transfer to the wallet. The owner is who signed it; an owner that is a contract has to be named as
 * the bundle's `spender`.
 */
export async function compilePermitTransferFrom(
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
  const register = amountRegister(compiler, action.amount, `${action.index}.args.amount`);
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

/** Adds a call without value; `argsOf` gets a literal or, for an output, its marker, in the order of `amounts`. */
function addCall(
  compiler: Compiler,
  call: {
    readonly target: `0x${string}`;
    readonly function: AbiFunction;
    readonly amounts: readonly Amount[];
  },
  argsOf: (values: readonly bigint[]) => readonly unknown[],
): void {
  const holes = call.amounts.filter((amount) => amount.kind === "output");
  const template = encodeTemplate(call.function, holes.length, (markers) => {
    const left = [...markers];
    const values = call.amounts.map((amount) =>
      amount.kind === "literal" ? amount.value : (left.shift() ?? 0n),
    );
    return argsOf(values);
  });
  compiler.builder.add({
    op: "call",
    target: call.target,
    valueRegister: 0,
    out: 0,
    outWord: 0,
    approvals: [],
    splices: holes.flatMap((amount, hole) =>
      (template.offsets[hole] ?? []).map((offset) => ({
        register: amountRegister(compiler, amount, ""),
        offset,
      })),
    ),
    data: template.data,
  });
}

function requireAmount(amount: Amount | null): Amount {
  if (amount === null) throw new Error("an approval without amount and id");
  return amount;
}
