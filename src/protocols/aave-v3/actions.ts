import { type AbiFunction, parseAbiItem } from "viem";
import { type CallArgument, literal, type Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import type { AaveV3Reserve } from "./pool.ts";

const amountIn: CallArgument = { kind: "amountIn" };
const caller: CallArgument = { kind: "caller" };
const recipient: CallArgument = { kind: "recipient" };

const NO_REFERRAL = literal(0);
/** @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/types/DataTypes.sol */
const VARIABLE_RATE = literal(2n);

const SUPPLY = parseAbiItem(
  "function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
);
const WITHDRAW = parseAbiItem(
  "function withdraw(address asset, uint256 amount, address to) returns (uint256)",
);
const BORROW = parseAbiItem(
  "function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)",
);
const REPAY = parseAbiItem(
  "function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf) returns (uint256)",
);
const CLAIM = parseAbiItem(
  "function claimAllRewardsToSelf(address[] assets) returns (address[] rewardsList, uint256[] claimedAmounts)",
);

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [SUPPLY, WITHDRAW, BORROW, REPAY, CLAIM];

/** Functions that only account actions call. */
export const fixedFunctions: readonly AbiFunction[] = [BORROW, REPAY, CLAIM];

/**
 * Supplies for the recipient. The aTokens are measured: they can differ from the input by the
 * rounding of their index.
 */
export function deposit(state: AaveV3Reserve, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.pool,
    function: SUPPLY,
    args: [literal(state.underlying), amountIn, recipient, NO_REFERRAL],
    value: "none",
    approve: true,
    amountOut: { from: "gain" },
    pays: "recipient",
    price: "moving",
  };
}

/** Withdraws what arrived to the recipient. */
export function redeem(state: AaveV3Reserve, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.pool,
    function: WITHDRAW,
    args: [literal(state.underlying), amountIn, recipient],
    value: "none",
    approve: false,
    amountOut: { from: "return", word: 0 },
    pays: "recipient",
    price: "moving",
    measuresInput: true,
  };
}

/**
 * Withdraw an exact amount of the underlying, borrow it at the variable rate, repay it, and claim
 * the rewards of supply and debt. Whether the account's collateral suffices is left to the
 * simulation.
 */
export function accountActions(state: AaveV3Reserve): readonly AccountAction[] {
  const { pool, aToken, underlying, variableDebtToken, rewardsController, rewards } = state;
  // They name the amount, and the account's aTokens and debt change by as much.
  const exact = { pays: "caller", price: "fixed" } as const;
  const call = { kind: "call", value: "none", approve: false, ...exact } as const;
  const actions: AccountAction[] = [
    {
      verb: "withdraw",
      tokenIn: aToken,
      tokensOut: [underlying],
      primaryAddress: pool,
      operation: {
        ...call,
        target: pool,
        function: WITHDRAW,
        args: [literal(underlying), amountIn, caller],
        amountOut: { from: "return", word: 0 },
      },
    },
    {
      verb: "repay",
      tokenIn: underlying,
      tokensOut: [],
      primaryAddress: pool,
      operation: {
        ...call,
        target: pool,
        function: REPAY,
        args: [literal(underlying), amountIn, VARIABLE_RATE, caller],
        approve: true,
        amountOut: { from: "return", word: 0 },
      },
    },
  ];
  if (state.isBorrowingEnabled) {
    actions.push({
      verb: "borrow",
      tokenIn: null,
      tokensOut: [underlying],
      primaryAddress: pool,
      operation: {
        ...call,
        target: pool,
        function: BORROW,
        args: [literal(underlying), amountIn, VARIABLE_RATE, NO_REFERRAL, caller],
        amountOut: { from: "amountIn" },
      },
    });
  }
  if (rewards.length > 0) {
    actions.push({
      verb: "harvest",
      tokenIn: aToken,
      tokensOut: rewards,
      primaryAddress: rewardsController,
      operation: {
        ...call,
        target: rewardsController,
        function: CLAIM,
        args: [literal([aToken, variableDebtToken])],
        amountOut: { from: "gain" },
      },
    });
  }
  return actions;
}
