import { currencyOf } from "../../lib/address.ts";
import type { BurnOperation } from "../../protocols/liquidity.ts";
import type { Operation, SequenceOperation } from "../../protocols/operation.ts";
import { inOrder, liquidityOf, paidBy } from "../router/hop-tokens.ts";
import type { Hop } from "../router/route.ts";
import type { ProgramBuilder } from "./builder.ts";
import { addSequence, addStages } from "./sequence-steps.ts";
import { addSingle, type PlannedOperation } from "./single-steps.ts";

type PlannedHop = Pick<Hop, "edge" | "state" | "amountIn" | "beside"> &
  Partial<Pick<Hop, "amountOut">>;

/** The operation that executes a hop of one token each way. */
export function operationOf({ edge, state, amountIn, amountOut }: PlannedHop): Operation {
  const { protocol } = edge;
  const operation = protocol.actions[edge.action]?.(state, edge, amountIn, amountOut);
  if (operation === undefined) {
    throw new Error(`protocol ${protocol.family} has no action ${edge.action}`);
  }
  return operation;
}

/** The operation that executes a hop, whatever it takes and pays. */
export function anyOperationOf(hop: PlannedHop): Operation | BurnOperation {
  if (hop.beside === undefined) return operationOf(hop);
  return hop.edge.action === "deposit"
    ? mintOperationOf(hop)
    : liquidityOf(hop).liquidity.burnOperation(hop.state);
}

function mintOperationOf(hop: PlannedHop): SequenceOperation {
  const { edge, amountIn, beside = [] } = hop;
  const { liquidity, share } = liquidityOf(hop);
  const given = [{ token: edge.tokenIn, amount: amountIn }, ...beside];
  return liquidity.mintOperation(hop.state, inOrder(share, given));
}

/** Adds the steps of one operation; returns the register of its output amount. */
export function addOperation(builder: ProgramBuilder, planned: PlannedOperation): number {
  const { operation, ...on } = planned;
  return operation.kind === "sequence"
    ? addSequence(builder, { ...on, operation })
    : addSingle(builder, { ...on, operation });
}

/**
 * Adds the steps of a hop that pays several tokens in for a share, which the host holds.
 *
 * @param inputs Registers in the order of `spentBy`.
 * @returns The register of what `to` is credited.
 */
export function addMint(
  builder: ProgramBuilder,
  hop: PlannedHop,
  { inputs, to }: { readonly inputs: readonly number[]; readonly to: PlannedOperation["to"] },
): number {
  const operation = mintOperationOf(hop);
  const amounts = addStages(builder, operation, { inputs, to });
  const out = registerOf(amounts, operation.amountOut);
  if (operation.pays === "caller" && to !== builder.host.address) {
    builder.add({ op: "send", in: out, token: currencyOf(hop.edge.tokenOut), to });
  }
  return out;
}

/**
 * Adds the steps of a hop that burns a share, which the host holds, for several tokens.
 *
 * @returns Registers of what the host is paid, in the order of `paidBy`.
 */
export function addBurn(
  builder: ProgramBuilder,
  hop: PlannedHop,
  input: number,
): readonly number[] {
  const { liquidity, share } = liquidityOf(hop);
  const operation = liquidity.burnOperation(hop.state);
  const amounts = addStages(builder, operation, { inputs: [input], to: builder.host.address });
  return paidBy(hop).map((token) =>
    registerOf(amounts, operation.amountsOut[share.tokens.indexOf(token)] ?? -1),
  );
}

function registerOf(amounts: readonly number[], of: number): number {
  const register = amounts[of];
  if (register === undefined) throw new Error(`the operation has no amount ${of}`);
  return register;
}
