import { type AbiFunction, parseAbiItem } from "viem";
import type { CallArgument, CallOperation, Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import { type ChefPool, poolKey } from "./pool.ts";

const AMOUNT_IN: CallArgument = { kind: "amountIn" };
const CALLER: CallArgument = { kind: "caller" };

/** Of chefs that credit their caller alone. */
const OF_CALLER = {
  deposit: parseAbiItem("function deposit(uint256 pid, uint256 amount)"),
  withdraw: parseAbiItem("function withdraw(uint256 pid, uint256 amount)"),
};
/** Of chefs that credit anyone. */
const OF_ANYONE = {
  deposit: parseAbiItem("function deposit(uint256 pid, uint256 amount, address to)"),
  withdraw: parseAbiItem("function withdraw(uint256 pid, uint256 amount, address to)"),
  harvest: parseAbiItem("function harvest(uint256 pid, address to)"),
};

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [
  ...Object.values(OF_CALLER),
  ...Object.values(OF_ANYONE),
];

/** A call of the chef about the pool that pays its caller. */
function call(
  { chef, pid }: ChefPool,
  abiFunction: AbiFunction,
  args: readonly CallArgument[],
): CallOperation {
  return {
    ...{ kind: "call", target: chef, function: abiFunction, value: "none", approve: false },
    args: [{ kind: "literal", value: pid }, ...args],
    amountOut: { from: "gain" },
    pays: "caller",
    // A stake is counted in the token itself; rewards depend on time and nobody's trade.
    price: "fixed",
  };
}

/** `deposit`, for the recipient where the chef can credit one. */
export function deposit(state: ChefPool, _edge: Edge): Operation {
  const stake = { approve: true, amountOut: { from: "amountIn" } } as const;
  if (state.credits === "caller") {
    return { ...call(state, OF_CALLER.deposit, [AMOUNT_IN]), ...stake };
  }
  return {
    ...call(state, OF_ANYONE.deposit, [AMOUNT_IN, { kind: "recipient" }]),
    ...{ ...stake, pays: "recipient" },
  };
}

/**
 * `withdraw` of a stake, and the reward alone: the first chefs pay it with any deposit, so that one
 * of nothing collects it.
 */
export function accountActions(state: ChefPool): readonly AccountAction[] {
  const { chef: primaryAddress, lpToken, rewardToken } = state;
  const tokenIn = poolKey(state);
  const withdraw: AccountAction = {
    ...{ verb: "withdraw", tokenIn, tokensOut: [lpToken], primaryAddress },
    operation:
      state.credits === "caller"
        ? call(state, OF_CALLER.withdraw, [AMOUNT_IN])
        : call(state, OF_ANYONE.withdraw, [AMOUNT_IN, CALLER]),
  };
  if (rewardToken === null) return [withdraw];
  const harvest: AccountAction = {
    ...{ verb: "harvest", tokenIn, tokensOut: [rewardToken], primaryAddress },
    operation:
      state.credits === "caller"
        ? call(state, OF_CALLER.deposit, [{ kind: "literal", value: 0n }])
        : call(state, OF_ANYONE.harvest, [CALLER]),
  };
  return [withdraw, harvest];
}
