import { parseAbiItem } from "viem";
import type { CallOperation, Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import type { StakingPool } from "./pool.ts";

function call(
  { address }: StakingPool,
  operation: Pick<CallOperation, "function" | "args" | "amountOut" | "approve">,
): CallOperation {
  return { kind: "call", target: address, value: "none", pays: "caller", ...operation };
}

/** `stake`, which credits its caller. */
export function deposit(state: StakingPool, _edge: Edge): Operation {
  return call(state, {
    function: parseAbiItem("function stake(uint256 amount)"),
    args: [{ kind: "amountIn" }],
    amountOut: { from: "amountIn" },
    approve: true,
  });
}

/** `withdraw` of a stake, and `getReward`. */
export function accountActions(state: StakingPool): readonly AccountAction[] {
  const { address, stakingToken, rewardsToken } = state;
  return [
    {
      verb: "withdraw",
      ...{ tokenIn: address, tokensOut: [stakingToken], primaryAddress: address },
      operation: call(state, {
        function: parseAbiItem("function withdraw(uint256 amount)"),
        args: [{ kind: "amountIn" }],
        amountOut: { from: "amountIn" },
        approve: false,
      }),
    },
    {
      verb: "harvest",
      ...{ tokenIn: address, tokensOut: [rewardsToken], primaryAddress: address },
      operation: call(state, {
        function: parseAbiItem("function getReward()"),
        args: [],
        amountOut: { from: "gain" },
        approve: false,
      }),
    },
  ];
}
