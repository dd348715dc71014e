import { parseAbiItem } from "viem";
import type { CallOperation, Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import type { RewardVault } from "./pool.ts";

function call(
  { address }: RewardVault,
  operation: Pick<CallOperation, "function" | "args" | "amountOut" | "approve">,
): CallOperation {
  return { kind: "call", target: address, value: "none", pays: "caller", ...operation };
}

/** `stake`, which credits its caller. */
export function deposit(state: RewardVault, _edge: Edge): Operation {
  return call(state, {
    function: parseAbiItem("function stake(uint256 amount)"),
    args: [{ kind: "amountIn" }],
    amountOut: { from: "amountIn" },
    approve: true,
  });
}

/** `withdraw` of a stake, and `getReward` for the account to itself. */
export function accountActions(state: RewardVault): readonly AccountAction[] {
  const { address, stakeToken, rewardToken } = state;
  return [
    {
      verb: "withdraw",
      ...{ tokenIn: address, tokensOut: [stakeToken], primaryAddress: address },
      operation: call(state, {
        function: parseAbiItem("function withdraw(uint256 amount)"),
        args: [{ kind: "amountIn" }],
        amountOut: { from: "amountIn" },
        approve: false,
      }),
    },
    {
      verb: "harvest",
      ...{ tokenIn: address, tokensOut: [rewardToken], primaryAddress: address },
      operation: call(state, {
        function: parseAbiItem("function getReward(address account, address recipient)"),
        args: [{ kind: "caller" }, { kind: "caller" }],
        amountOut: { from: "gain" },
        approve: false,
      }),
    },
  ];
}
