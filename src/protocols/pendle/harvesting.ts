import { type AbiFunction, getAbiItem } from "viem";
import { PendleMarket as marketAbi, PendleYieldToken as ytAbi } from "../../../abis/Pendle.ts";
import { type CallOperation, literal } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { PendlePool } from "./state.ts";

const OF_LIQUIDITY = getAbiItem({ abi: marketAbi, name: "redeemRewards" });
const OF_YT = getAbiItem({ abi: ytAbi, name: "redeemDueInterestAndRewards" });

/** Functions that claim what is earned, whatever it is. */
export const fixedFunctions: readonly AbiFunction[] = [OF_LIQUIDITY, OF_YT];

const CALLER = { kind: "caller" } as const;

/**
 * Claiming what liquidity earns, PENDLE and what SY does, and what YT does: interest in SY, and the
 * rewards of SY. Both go on after the expiry with what was earned until then.
 */
export function accountActions(state: PendlePool): readonly AccountAction[] {
  if (state.kind === "wrapper") return [];
  const { address, yt, sy, rewardTokens } = state;
  const call: Omit<CallOperation, "target" | "function" | "args"> = {
    ...{ kind: "call", value: "none", approve: false, amountOut: { from: "gain" } },
    ...{ pays: "caller", price: "fixed" },
  };
  const ofLiquidity: AccountAction = {
    ...{ verb: "harvest", tokenIn: address, tokensOut: rewardTokens, primaryAddress: address },
    operation: { ...call, target: address, function: OF_LIQUIDITY, args: [CALLER] },
  };
  // The last is what the market adds to the rewards of SY.
  const tokensOut = [...new Set([sy, ...rewardTokens.slice(0, -1)])];
  const args = [CALLER, literal(true), literal(true)];
  const ofYt: AccountAction = {
    ...{ verb: "harvest", tokenIn: yt, tokensOut, primaryAddress: yt },
    operation: { ...call, target: yt, function: OF_YT, args },
  };
  return rewardTokens.length === 0 ? [ofYt] : [ofLiquidity, ofYt];
}
