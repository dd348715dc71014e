import { type Address, erc20Abi } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { max } from "../../lib/math.ts";
import type { Route } from "../router/route.ts";
import { createProgramBuilder, type Host, INPUT_REGISTER, type ProgramBuilder } from "./builder.ts";
import { encodeFunctionTemplate } from "./call-data.ts";
import type { Fee } from "./plan.ts";
import { addMinimum, addRoute, leftoversOf } from "./route-steps.ts";
import { contractToken } from "./single-steps.ts";
import type { Program } from "./steps.ts";

export interface WalletProgramContext {
  readonly host: Host;
  /** Whose tokens are spent; the host itself, or an account that approved it. */
  readonly spender: Address;
  readonly receiver: Address;
  /** Gets what is left over; the host keeps it where that is the host. */
  readonly refundReceiver: Address;
  readonly fee: Fee | null;
  /**
   * For a position, whose shares the host cannot compare: the program states its own input, fee
   * included, and demands the least that is to be credited. Null where the output is a token.
   */
  readonly position: { readonly amountIn: bigint; readonly minimumCredit: bigint } | null;
}

/**
 * Plans the program of a route that a wallet runs itself. Register 1 is given the whole input, fee
 * included.
 */
export function planWalletProgram(route: Route, context: WalletProgramContext): Program {
  const { host, spender, receiver, fee, position } = context;
  const builder = createProgramBuilder(host);
  if (position !== null) {
    builder.add({ op: "set", out: INPUT_REGISTER, literal: position.amountIn });
  }
  const rests = addLeftoverBases(builder, route, context);
  if (route.tokenIn !== NATIVE && spender !== host.address) {
    const amount = route.amountIn + (fee?.amount ?? 0n);
    const input = { register: INPUT_REGISTER, amount };
    addTransferFrom(builder, { token: route.tokenIn, from: spender, ...input });
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
  const outputs = addRoute(builder, {
    hops: route.hops,
    source: { token: route.tokenIn, balance: { register: INPUT_REGISTER, place: "host" } },
    tokenOut: route.tokenOut,
    receiver,
    intoPosition: position !== null,
  });
  if (position !== null) addMinimum(builder, outputs, position.minimumCredit);
  for (const { out, token } of rests) {
    builder.add(
      { op: "gain", out, token },
      { op: "send", in: out, token, to: context.refundReceiver },
    );
  }
  return builder.program();
}

/**
 * Notes the host's balances of tokens of which a rest may be left. The rest of the host's own
 * tokenIn never left it, and native value is no leftover of any operation.
 */
function addLeftoverBases(
  builder: ProgramBuilder,
  route: Route,
  { host, spender, refundReceiver }: WalletProgramContext,
): readonly { readonly out: number; readonly token: Address }[] {
  if (refundReceiver === host.address) return [];
  return leftoversOf(route.hops)
    .filter((token) => token !== route.tokenIn || spender !== host.address)
    .map((token) => {
      const out = builder.register();
      builder.add({ op: "balance", out, token });
      return { out, token };
    });
}

/**
 * What a transfer of a token whose balances round may bring less, smallest unit: stETH 1 or 2.
 *
 * @see https://docs.lido.fi/guides/lido-tokens-integration-guide/#1-2-wei-corner-case
 */
const ROUNDING = 10n;

/**
 * Moves an amount, which a register holds, from an account that approved the host to the host. That
 * it arrives is measured: a token may answer `false`, which the call takes for success, and the
 * host's own tokens would be spent instead.
 */
export function addTransferFrom(
  builder: ProgramBuilder,
  of: {
    readonly token: Address;
    readonly from: Address;
    readonly register: number;
    readonly amount: bigint;
  },
): void {
  const arrived = { out: builder.register(), token: of.token };
  builder.add({ op: "balance", ...arrived });
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
  const minimum = max(of.amount - ROUNDING, 1n);
  builder.add({ op: "gain", ...arrived }, { op: "at-least", in: arrived.out, minimum });
}
