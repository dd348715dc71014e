import type { Address } from "viem";
import { currencyOf } from "../../lib/address.ts";
import { ServiceError } from "../../lib/errors.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { PlacedAction } from "./action.ts";
import type { CompiledAction, Compiler } from "./compiler.ts";

/**
 * Whom an action credits with `tokenOut`: its receiver where the contract of a position can, else
 * the wallet.
 */
export function creditedAccount(
  { snapshot, builder }: Pick<Compiler, "snapshot" | "builder">,
  { receiver }: PlacedAction,
  tokenOut: Address,
): Address {
  return receiver !== undefined && creditsAnyone(snapshot, tokenOut)
    ? receiver
    : builder.host.address;
}

function creditsAnyone({ positions }: Snapshot, token: Address): boolean {
  const position = positions.get(token)?.position;
  return position !== undefined && position.credits === "anyone" && !position.delegateOnly;
}

/**
 * Adds what brings an action's outputs to its receiver. They are measured in the wallet before, so
 * that minimums hold of what is sent; a position whose contract can credit anybody was credited
 * already.
 *
 * @throws {ServiceError} `ACTION_UNSUPPORTED` for a position that is credited to who calls.
 */
export function payReceiver(
  { snapshot, builder }: Compiler,
  { receiver, index }: PlacedAction,
  compiled: CompiledAction,
): CompiledAction {
  if (receiver === undefined || receiver === builder.host.address) return compiled;
  const paid = compiled.outputs.flatMap(({ token, register }) => {
    if (token === null) return [];
    if (!snapshot.positions.has(token)) {
      builder.add({ op: "send", in: register, token: currencyOf(token), to: receiver });
    } else if (!creditsAnyone(snapshot, token)) {
      throw creditsCaller(index, snapshot.positions.get(token)?.position.address ?? token);
    }
    return [{ token, account: receiver }];
  });
  const outputs = compiled.outputs.map((output) => ({ ...output, token: null }));
  return { ...compiled, outputs, paid };
}

function creditsCaller(index: number, position: Address): ServiceError {
  return new ServiceError(
    "ACTION_UNSUPPORTED",
    `action ${index}: ${position} credits who calls it, which is the wallet, and cannot credit a receiver; leave receiver out.`,
    {
      details: [{ path: `${index}.args.receiver`, message: "must be left out" }],
      data: { index },
    },
  );
}
