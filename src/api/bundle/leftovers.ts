import type { Address } from "viem";
import { currencyOf } from "../../lib/address.ts";
import type { Amount } from "./action.ts";
import { type Compiler, ownRegister } from "./compiler.ts";

/**
 * Adds steps that may leave rests in the wallet, and then, where the refund receiver is somebody
 * else, steps that send the rests there.
 *
 * @param on.tokens Tokens of which a rest may be left.
 * @param on.inputs What the steps spend, which is in the wallet before them.
 */
export function addWithRefund<T>(
  compiler: Compiler,
  on: {
    readonly tokens: readonly Address[];
    readonly inputs: readonly { readonly token: Address; readonly amount: Amount }[];
  },
  add: () => T,
): T {
  const { builder, request } = compiler;
  if (request.refundReceiver === builder.host.address) return add();
  const rests = on.tokens.map((token) => {
    const input = on.inputs.find((each) => each.token === token);
    // The gain over the input itself is what the wallet has without it.
    const out = input === undefined ? builder.register() : ownRegister(compiler, input.amount);
    const op = input === undefined ? "balance" : "gain";
    builder.add({ op, out, token: currencyOf(token) });
    return { out, token: currencyOf(token) };
  });
  const added = add();
  for (const { out, token } of rests) {
    builder.add(
      { op: "gain", out, token },
      { op: "send", in: out, token, to: request.refundReceiver },
    );
  }
  return added;
}
