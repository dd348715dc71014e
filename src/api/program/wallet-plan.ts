import { type Address, erc20Abi } from "viem";
import { currencyOf, NATIVE } from "../../lib/address.ts";
import { max } from "../../lib/math.ts";
import type { JointRoute } from "../router/route.ts";
import { createProgramBuilder, type Host, INPUT_REGISTER, type ProgramBuilder } from "./builder.ts";
import { encodeFunctionTemplate } from "./call-data.ts";
import type { Fee } from "./plan.ts";
import { addMinimum, addRoute, leftoversOf } from "./route-steps.ts";
import type { Program } from "./steps.ts";

export interface WalletProgramContext {
  readonly host: Host;
  /** Whose tokens are spent; the host itself, or an account that approved it. */
  readonly spender: Address;
  readonly receiver: Address;
  /** Gets what is left over; the host keeps it where that is the host. */
  readonly refundReceiver: Address;
  /** By input; null: none. */
  readonly fees: readonly (Fee | null)[];
  /**
   * Least that a position is to be credited, whose shares the host cannot compare: the program
   * demands it, and states its own inputs. Null where the output is a token.
   */
  readonly minimumCredit: bigint | null;
}

/**
 * Plans the program of a route that a wallet runs itself. Registers from 1 on are given the whole
 * inputs, fees included.
 */
export function planWalletProgram(route: JointRoute, context: WalletProgramContext): Program {
  const { host, spender, receiver, fees, minimumCredit } = context;
  const builder = createProgramBuilder(host, route.inputs.length);
  const inputs = route.inputs.map((input, i) => ({
    ...{ ...input, fee: fees[i] ?? null, register: INPUT_REGISTER + i },
  }));
  if (minimumCredit !== null) {
    for (const { register, amount, fee } of inputs) {
      builder.add({ op: "set", out: register, literal: amount + (fee?.amount ?? 0n) });
    }
  }
  const rests = addLeftoverBases(builder, route, context);
  for (const { token, amount, fee, register } of inputs) {
    if (token === NATIVE || spender === host.address) continue;
    const whole = amount + (fee?.amount ?? 0n);
    addTransferFrom(builder, { token, from: spender, register, amount: whole });
  }
  for (const { token, amount, fee, register } of inputs) {
    if (fee !== null) addFee(builder, { token, amount, fee, register });
  }
  const outputs = addRoute(builder, {
    hops: route.hops,
    sources: inputs.map(({ token, amount, register }) => ({
      ...{ token, amount },
      balance: { register, place: "host" },
    })),
    tokenOut: route.tokenOut,
    receiver,
    intoPosition: minimumCredit !== null,
  });
  if (minimumCredit !== null) addMinimum(builder, outputs, minimumCredit);
  for (const { out, token } of rests) {
    builder.add(
      { op: "gain", out, token },
      { op: "send", in: out, token, to: context.refundReceiver },
    );
  }
  return builder.program();
}

/** Pays the fee of an input that the host holds; its register keeps `amount`, which is the rest. */
export function addFee(
  builder: ProgramBuilder,
  of: {
    readonly token: Address;
    readonly amount: bigint;
    readonly fee: Fee;
    readonly register: number;
  },
): void {
  const paid = builder.register();
  builder.add(
    { op: "set", out: paid, literal: of.fee.amount },
    { op: "set", out: of.register, literal: of.amount },
    { op: "send", in: paid, token: currencyOf(of.token), to: of.fee.receiver },
  );
}

/**
 * Notes the host's balances of tokens of which a rest may be left. The rest of the host's own
 * inputs never left it, and native value is no leftover of any operation.
 */
function addLeftoverBases(
  builder: ProgramBuilder,
  route: JointRoute,
  { host, spender, refundReceiver }: WalletProgramContext,
): readonly { readonly out: number; readonly token: Address }[] {
  if (refundReceiver === host.address) return [];
  const isInput = (token: Address): boolean => route.inputs.some((input) => input.token === token);
  return leftoversOf(route.hops)
    .filter((token) => !isInput(token) || spender !== host.address)
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
