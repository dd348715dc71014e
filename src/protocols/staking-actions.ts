import { type AbiFunction, type Address, parseAbiItem } from "viem";
import type { CallOperation } from "./operation.ts";
import type { AccountAction } from "./position.ts";

/** A contract that counts stakes of one token, credits its caller and pays one reward token. */
export interface StakingContract {
  readonly address: Address;
  readonly staked: Address;
  readonly reward: Address;
  /** Claims the caller's reward. */
  readonly claim: Pick<CallOperation, "function" | "args">;
}

const STAKE = parseAbiItem("function stake(uint256 amount)");
const WITHDRAW = parseAbiItem("function withdraw(uint256 amount)");

/** Functions of every staking contract that operations call; what claims is its own. */
export const stakingFunctions: readonly AbiFunction[] = [STAKE, WITHDRAW];

function call(
  target: Address,
  operation: Pick<CallOperation, "function" | "args" | "amountOut" | "approve">,
): CallOperation {
  // A stake is counted in the token itself; rewards depend on time and nobody's trade.
  return { kind: "call", target, value: "none", pays: "caller", price: "fixed", ...operation };
}

/** `stake`, which credits its caller. */
export function stake(address: Address): CallOperation {
  return call(address, {
    function: STAKE,
    args: [{ kind: "amountIn" }],
    amountOut: { from: "amountIn" },
    approve: true,
  });
}

/** `withdraw` of a stake, and the claim of its reward. */
export function stakingActions(contract: StakingContract): readonly AccountAction[] {
  const { address, staked, reward, claim } = contract;
  return [
    {
      verb: "withdraw",
      ...{ tokenIn: address, tokensOut: [staked], primaryAddress: address },
      operation: call(address, {
        function: WITHDRAW,
        args: [{ kind: "amountIn" }],
        amountOut: { from: "amountIn" },
        approve: false,
      }),
    },
    {
      verb: "harvest",
      ...{ tokenIn: address, tokensOut: [reward], primaryAddress: address },
      operation: call(address, { ...claim, amountOut: { from: "gain" }, approve: false }),
    },
  ];
}
