import { type AbiFunction, parseAbiItem, zeroAddress } from "viem";
import { type CallArgument, type CallOperation, literal, type Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import type { CompoundV3Market } from "./pool.ts";

const SUPPLY_TO = parseAbiItem("function supplyTo(address dst, address asset, uint256 amount)");
const WITHDRAW_TO = parseAbiItem("function withdrawTo(address to, address asset, uint256 amount)");
const SUPPLY = parseAbiItem("function supply(address asset, uint256 amount)");
const WITHDRAW = parseAbiItem("function withdraw(address asset, uint256 amount)");
const CLAIM = parseAbiItem("function claim(address comet, address src, bool shouldAccrue)");

/** Functions that only account actions call. */
export const fixedFunctions: readonly AbiFunction[] = [SUPPLY, WITHDRAW, CLAIM];

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [SUPPLY_TO, WITHDRAW_TO, ...fixedFunctions];

const AMOUNT_IN: CallArgument = { kind: "amountIn" };
const RECIPIENT: CallArgument = { kind: "recipient" };

/** `supplyTo` of the recipient, whose gain is measured: it is rounded. */
export function deposit({ comet, base }: CompoundV3Market, _edge: Edge): Operation {
  return {
    kind: "call",
    target: comet,
    function: SUPPLY_TO,
    args: [RECIPIENT, literal(base), AMOUNT_IN],
    value: "none",
    approve: true,
    amountOut: { from: "gain" },
    pays: "recipient",
    price: "moving",
  };
}

/** `withdrawTo` the recipient of what has arrived, which is paid as it is. */
export function redeem({ comet, base }: CompoundV3Market, _edge: Edge): Operation {
  return {
    kind: "call",
    target: comet,
    function: WITHDRAW_TO,
    args: [RECIPIENT, literal(base), AMOUNT_IN],
    value: "none",
    approve: false,
    amountOut: { from: "amountIn" },
    pays: "recipient",
    price: "moving",
    measuresInput: true,
  };
}

/**
 * Withdraw an exact amount of the base token, and, where there is collateral, pledge and withdraw
 * it, borrow and repay; claim rewards. A market has one balance of the base token for each account:
 * what is withdrawn beyond what was supplied is borrowed, and what is supplied repays first.
 * Whether the collateral suffices is left to the simulation.
 */
export function accountActions(state: CompoundV3Market): readonly AccountAction[] {
  const { comet, base, collaterals, rewards, rewardToken } = state;
  const primaryAddress = comet;
  const withdraw = call(state, WITHDRAW, [literal(base), AMOUNT_IN]);
  const actions: AccountAction[] = [
    { verb: "withdraw", tokenIn: comet, tokensOut: [base], primaryAddress, operation: withdraw },
  ];
  if (collaterals.length > 0) {
    const supply = { ...call(state, SUPPLY, [literal(base), AMOUNT_IN]), approve: true };
    actions.push(
      { verb: "borrow", tokenIn: null, tokensOut: [base], primaryAddress, operation: withdraw },
      { verb: "repay", tokenIn: base, tokensOut: [], primaryAddress, operation: supply },
    );
  }
  for (const collateral of collaterals) {
    const args = [literal(collateral), AMOUNT_IN];
    actions.push(
      {
        ...{ verb: "deposit", tokenIn: collateral, tokensOut: [comet], primaryAddress },
        operation: { ...call(state, SUPPLY, args), approve: true },
      },
      {
        ...{ verb: "withdraw", tokenIn: comet, tokensOut: [collateral], primaryAddress },
        operation: call(state, WITHDRAW, args),
      },
    );
  }
  if (rewardToken !== zeroAddress) {
    actions.push({
      ...{ verb: "harvest", tokenIn: comet, tokensOut: [rewardToken], primaryAddress: rewards },
      operation: {
        ...call(state, CLAIM, [literal(comet), { kind: "caller" }, literal(true)]),
        target: rewards,
        amountOut: { from: "gain" },
      },
    });
  }
  return actions;
}

/** A call that names its amount, which the caller's balances change by. */
function call(
  { comet }: CompoundV3Market,
  signature: AbiFunction,
  args: readonly CallArgument[],
): CallOperation {
  return {
    kind: "call",
    target: comet,
    function: signature,
    args,
    value: "none",
    approve: false,
    amountOut: { from: "amountIn" },
    pays: "caller",
    price: "fixed",
  };
}
