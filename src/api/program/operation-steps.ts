import type { Operation } from "../../protocols/operation.ts";
import type { Hop } from "../router/route.ts";
import type { ProgramBuilder } from "./builder.ts";
import { addSequence } from "./sequence-steps.ts";
import { addSingle, type PlannedOperation } from "./single-steps.ts";

/** The operation that executes a hop. */
export function operationOf({
  edge,
  state,
  amountIn,
}: Pick<Hop, "edge" | "state" | "amountIn">): Operation {
  const { protocol } = edge;
  const operation = protocol.actions[edge.action]?.(state, edge, amountIn);
  if (operation === undefined) {
    throw new Error(`protocol ${protocol.family} has no action ${edge.action}`);
  }
  return operation;
}

/** Adds the steps of one operation; returns the register of its output amount. */
export function addOperation(builder: ProgramBuilder, planned: PlannedOperation): number {
  const { operation, ...on } = planned;
  return operation.kind === "sequence"
    ? addSequence(builder, { ...on, operation })
    : addSingle(builder, { ...on, operation });
}
