import { type AbiFunction, getAbiItem } from "viem";
import { AuraRewardPool } from "../../../abis/AuraRewardPool.ts";
import { ConvexBooster } from "../../../abis/ConvexBooster.ts";
import { ConvexRewardPool } from "../../../abis/ConvexRewardPool.ts";
import { type CallOperation, literal, type Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import type { ConvexPool } from "./pool.ts";

const DEPOSIT = getAbiItem({ abi: ConvexBooster, name: "deposit" });
const STAKE_FOR = getAbiItem({ abi: ConvexRewardPool, name: "stakeFor" });
const DEPOSIT_FOR = getAbiItem({ abi: AuraRewardPool, name: "deposit" });
const WITHDRAW = getAbiItem({ abi: ConvexRewardPool, name: "withdrawAndUnwrap" });
const GET_REWARD = getAbiItem({ abi: ConvexRewardPool, name: "getReward" });

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [
  ...[DEPOSIT, STAKE_FOR, DEPOSIT_FOR, WITHDRAW, GET_REWARD],
];

/**
 * A vault stakes for the recipient in one call with one approval, for less gas than two take. Where
 * there is none, the booster gives its caller deposit tokens, which are staked for the recipient:
 * it would stake them for its caller alone.
 */
export function deposit(state: ConvexPool, _edge: Edge): Operation {
  const { booster, pid, lpToken, depositToken, rewardPool } = state;
  if (state.entrance === "vault") {
    return {
      ...{ kind: "call", target: rewardPool, function: DEPOSIT_FOR },
      args: [{ kind: "amountIn" }, { kind: "recipient" }],
      ...{ value: "none", approve: true, amountOut: { from: "amountIn" } },
      ...{ pays: "recipient", price: "fixed" },
    };
  }
  const amount = { kind: "amount", of: 0 } as const;
  return {
    kind: "sequence",
    stages: [
      {
        ...{ kind: "call", target: booster, function: DEPOSIT },
        args: [literal(pid), amount, literal(false)],
        approvals: [{ token: lpToken, of: 0 }],
        yields: [],
      },
      {
        ...{ kind: "call", target: rewardPool, function: STAKE_FOR },
        args: [{ kind: "recipient" }, amount],
        approvals: [{ token: depositToken, of: 0 }],
        yields: [],
      },
    ],
    ...{ amountOut: 0, pays: "recipient", price: "fixed", leftovers: [] },
  };
}

/** `withdrawAndUnwrap` of a stake, which leaves the rewards, and `getReward` of all of them. */
export function accountActions(state: ConvexPool): readonly AccountAction[] {
  const { rewardPool: target, lpToken, rewards } = state;
  const call: Omit<CallOperation, "function" | "args" | "amountOut"> = {
    ...{ kind: "call", target, value: "none", approve: false, pays: "caller", price: "fixed" },
  };
  const of = { tokenIn: target, primaryAddress: target };
  return [
    {
      ...{ ...of, verb: "withdraw", tokensOut: [lpToken] },
      operation: {
        ...{ ...call, function: WITHDRAW, amountOut: { from: "amountIn" } },
        args: [{ kind: "amountIn" }, literal(false)],
      },
    },
    {
      ...{ ...of, verb: "harvest", tokensOut: [...new Set(rewards.map(({ token }) => token))] },
      operation: {
        ...{ ...call, function: GET_REWARD, amountOut: { from: "gain" } },
        args: [{ kind: "caller" }, literal(true)],
      },
    },
  ];
}
