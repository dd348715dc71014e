import { type AbiFunction, getAbiItem } from "viem";
import { CurveGauge as abi } from "../../../abis/CurveGauge.ts";
import type { CallOperation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { CurveGauge } from "./pool.ts";

const DEPOSIT = getAbiItem({ abi, name: "deposit", args: [0n] });
const DEPOSIT_FOR = getAbiItem({
  abi,
  name: "deposit",
  args: [0n, "0x0000000000000000000000000000000000000000"],
});
const WITHDRAW = getAbiItem({ abi, name: "withdraw" });
const CLAIM = getAbiItem({ abi, name: "claim_rewards" });

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [DEPOSIT, DEPOSIT_FOR, WITHDRAW, CLAIM];

/**
 * Credits one for one: the recipient, or the caller where the gauge asks for leave to credit
 * others.
 */
export function deposit({ address, kind }: CurveGauge): CallOperation {
  const credits = kind === "token";
  return {
    kind: "call",
    target: address,
    function: credits ? DEPOSIT_FOR : DEPOSIT,
    args: credits ? [{ kind: "amountIn" }, { kind: "recipient" }] : [{ kind: "amountIn" }],
    value: "none",
    approve: true,
    amountOut: { from: "amountIn" },
    pays: credits ? "recipient" : "caller",
    price: "fixed",
  };
}

/** Burns the caller's deposit and pays it, one for one. */
export function redeem({ address }: CurveGauge): CallOperation {
  return {
    kind: "call",
    target: address,
    function: WITHDRAW,
    args: [{ kind: "amountIn" }],
    value: "none",
    approve: false,
    amountOut: { from: "amountIn" },
    pays: "caller",
    price: "fixed",
  };
}

/** Withdrawals, and the claim of rewards where the gauge has any. */
export function accountActions(state: CurveGauge): readonly AccountAction[] {
  const { address, lpToken, kind, rewards } = state;
  const withdraw: AccountAction = {
    ...{ verb: "withdraw", tokenIn: address, tokensOut: [lpToken], primaryAddress: address },
    operation: redeem(state),
  };
  if (kind === "position" || rewards.length === 0) return [withdraw];
  const claim: CallOperation = {
    ...{ kind: "call", target: address, function: CLAIM, args: [], value: "none" },
    ...{ approve: false, amountOut: { from: "gain" }, pays: "caller", price: "fixed" },
  };
  const tokensOut = rewards.map(({ token }) => token);
  return [
    withdraw,
    { verb: "harvest", tokenIn: address, tokensOut, primaryAddress: address, operation: claim },
  ];
}
