import type { AbiFunction } from "viem";
import { NATIVE } from "../../lib/address.ts";
import * as plain from "../curve-stableswap/actions.ts";
import type { CallOperation, SequenceOperation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { CurveFactoryPool } from "./pool.ts";

/** Functions that the operations call, those of plain pools. */
export const functions: readonly AbiFunction[] = plain.functions;

/** `remove_liquidity`, as of plain pools: it pays its caller. */
export { burnOperation } from "../curve-stableswap/actions.ts";

/** `exchange`; native currency is sent along. */
export function swap(state: CurveFactoryPool, edge: Edge): CallOperation {
  return measured(state, sending(plain.swap(state, edge), edge), edge);
}

/** `remove_liquidity_one_coin`; it pays its caller. */
export function redeem(state: CurveFactoryPool, edge: Edge): CallOperation {
  return measured(state, plain.redeem(state, edge), edge);
}

/** Of a coin whose balances are shares, what arrives is less than what the pool says. */
function measured(
  { shareBalance, coins }: CurveFactoryPool,
  operation: CallOperation,
  { tokenOut }: Edge,
): CallOperation {
  const isRounded = shareBalance !== undefined && tokenOut === coins[1];
  return isRounded ? { ...operation, amountOut: { from: "gain" } } : operation;
}

/** `add_liquidity` with one coin; native currency is sent along. */
export function deposit(state: CurveFactoryPool, edge: Edge): CallOperation {
  return sending(plain.deposit(state, edge), edge);
}

function sending(operation: CallOperation, { tokenIn }: Edge): CallOperation {
  return tokenIn === NATIVE ? { ...operation, value: "amountIn", approve: false } : operation;
}

/** `add_liquidity` with all coins that are given; native currency is sent along. */
export function mintOperation(
  state: CurveFactoryPool,
  amountsIn: readonly bigint[],
): SequenceOperation {
  const operation = plain.mintOperation(state, amountsIn);
  const stages = operation.stages.map((stage) => {
    if (stage.kind !== "call") return stage;
    const native = stage.approvals.find(({ token }) => token === NATIVE);
    if (native === undefined) return stage;
    const approvals = stage.approvals.filter(({ token }) => token !== NATIVE);
    return { ...stage, approvals, value: native.of };
  });
  return { ...operation, stages };
}
