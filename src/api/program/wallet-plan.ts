import { type Address, erc20Abi } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Route } from "../router/route.ts";
import { createProgramBuilder, type Host, INPUT_REGISTER, type ProgramBuilder } from "./builder.ts";
import { encodeFunctionTemplate } from "./call-data.ts";
import type { Fee } from "./plan.ts";
import { addRoute } from "./route-steps.ts";
import { contractToken } from "./single-steps.ts";
import type { Program } from "./steps.ts";

export interface WalletProgramContext {
  readonly host: Host;
  /** Whose tokens are spent; the host itself, or an account that approved it. */
  readonly spender: Address;
  readonly receiver: Address;
  readonly fee: Fee | null;
}

/** Plans the program of a route that a wallet runs itself. Register 1 holds the whole input, fee included, at the start. */
export function planWalletProgram(route: Route, context: WalletProgramContext): Program {
  const { host, spender, receiver, fee } = context;
  const builder = createProgramBuilder(host);
  if (route.tokenIn !== NATIVE && spender !== host.address) {
    addTransferFrom(builder, { token: route.tokenIn, from: spender, register: INPUT_REGISTER });
  }
  if (fee !== null) {
    const paid = builder.register();
    const token = contractToken(route.tokenIn);
    builder.add(
      { op: "set", out: paid, literal: fee.amount },
      { op: "set", out: INPUT_REGISTER, literal: route.amountIn },
      { op: "send", in: paid, token, to: fee.receiver },
    );
  }
  addRoute(builder, {
    hops: route.hops,
    source: { token: route.tokenIn, balance: { register: INPUT_REGISTER, place: "host" } },
    tokenOut: route.tokenOut,
    receiver,
  });
  return builder.program();
}

/** Moves what a register holds from an account that approved the host to the host. */
export function addTransferFrom(
  builder: ProgramBuilder,
  of: { readonly token: Address; readonly from: Address; readonly register: number },
): void {
  const template = encodeFunctionTemplate(
    erc20Abi.find((item) => item.type === "function" && item.name === "transferFrom"),
    (amount) => [of.from, builder.host.address, amount],
  );
  builder.add({
    op: "call",
    target: of.token,
    valueRegister: 0,
    out: 0,
    outWord: 0,
    approvals: [],
    splices: template.amountOffsets.map((offset) => ({ register: of.register, offset })),
    data: template.data,
  });
}
