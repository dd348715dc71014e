import { type AbiFunction, zeroAddress } from "viem";
import { type CallArgument, type CallOperation, literal, type Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import {
  BORROW,
  REPAY,
  SUPPLY,
  SUPPLY_COLLATERAL,
  WITHDRAW,
  WITHDRAW_COLLATERAL,
} from "./market-call.ts";
import { type MorphoMarket, marketKey } from "./pool.ts";

const NO_SHARES: CallArgument = { kind: "literal", value: 0n };
const NO_DATA: CallArgument = { kind: "literal", value: "0x" };
const AMOUNT_IN: CallArgument = { kind: "amountIn" };
const CALLER: CallArgument = { kind: "caller" };

/** Functions that only account actions call. */
export const fixedFunctions: readonly AbiFunction[] = [
  ...[WITHDRAW, BORROW, REPAY],
  ...[SUPPLY_COLLATERAL, WITHDRAW_COLLATERAL],
];

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [SUPPLY, ...fixedFunctions];

/** `supply` of the market's loan token on behalf of the recipient. */
export function deposit(state: MorphoMarket, _edge: Edge): Operation {
  return {
    ...call(state, SUPPLY, [AMOUNT_IN, NO_SHARES, { kind: "recipient" }, NO_DATA]),
    approve: true,
    amountOut: { from: "return", word: 1 },
    pays: "recipient",
    price: "moving",
  };
}

/**
 * Withdrawal of lent assets, and, where the market has a collateral, its deposit and withdrawal,
 * loans and their repayment. Assets are exact; what they cost in shares is rounded up.
 */
export function accountActions(state: MorphoMarket): readonly AccountAction[] {
  const { morpho: primaryAddress, loanToken, collateralToken, model } = state;
  if (model === "unknown") return [];
  const position = marketKey(state);
  const withdraw: AccountAction = {
    ...{ verb: "withdraw", tokenIn: position, tokensOut: [loanToken], primaryAddress },
    operation: call(state, WITHDRAW, [AMOUNT_IN, NO_SHARES, CALLER, CALLER]),
  };
  if (collateralToken === zeroAddress) return [withdraw];
  return [
    withdraw,
    {
      ...{ verb: "deposit", tokenIn: collateralToken, tokensOut: [position], primaryAddress },
      operation: {
        ...call(state, SUPPLY_COLLATERAL, [AMOUNT_IN, CALLER, NO_DATA]),
        approve: true,
      },
    },
    {
      ...{ verb: "withdraw", tokenIn: position, tokensOut: [collateralToken], primaryAddress },
      operation: call(state, WITHDRAW_COLLATERAL, [AMOUNT_IN, CALLER, CALLER]),
    },
    {
      ...{ verb: "borrow", tokenIn: collateralToken, tokensOut: [loanToken], primaryAddress },
      operation: call(state, BORROW, [AMOUNT_IN, NO_SHARES, CALLER, CALLER]),
    },
    {
      ...{ verb: "repay", tokenIn: loanToken, tokensOut: [], primaryAddress },
      operation: {
        ...call(state, REPAY, [AMOUNT_IN, NO_SHARES, CALLER, NO_DATA]),
        approve: true,
      },
    },
  ];
}

/** A call of Morpho about a market; the output is the amount of assets that it names. */
function call(
  state: MorphoMarket,
  signature: AbiFunction,
  args: readonly CallArgument[],
): CallOperation {
  const { loanToken, collateralToken, oracle, irm, lltvWad } = state;
  const marketParams: CallArgument = {
    kind: "tuple",
    fields: {
      loanToken: literal(loanToken),
      collateralToken: literal(collateralToken),
      oracle: literal(oracle),
      irm: literal(irm),
      lltv: literal(lltvWad),
    },
  };
  return {
    kind: "call",
    target: state.morpho,
    function: signature,
    args: [marketParams, ...args],
    value: "none",
    approve: false,
    amountOut: { from: "amountIn" },
    pays: "caller",
    // They name the assets; what these cost in shares no trade can move, only interest and loss.
    price: "fixed",
  };
}
