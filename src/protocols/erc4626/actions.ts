import { type AbiFunction, parseAbiItem } from "viem";
import type { Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import { type Erc4626Vault, sharesFor } from "./pool.ts";

const DEPOSIT = parseAbiItem(
  "function deposit(uint256 assets, address receiver) returns (uint256 shares)",
);
const REDEEM = parseAbiItem(
  "function redeem(uint256 shares, address receiver, address owner) returns (uint256 assets)",
);
const WITHDRAW = parseAbiItem(
  "function withdraw(uint256 assets, address receiver, address owner) returns (uint256 shares)",
);

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [DEPOSIT, REDEEM, WITHDRAW];

/** `deposit(assets, receiver)`, which takes the assets from its caller. */
export function deposit(state: Erc4626Vault, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.address,
    function: DEPOSIT,
    args: [{ kind: "amountIn" }, { kind: "recipient" }],
    value: "none",
    approve: true,
    amountOut: { from: "return", word: 0 },
    pays: "recipient",
    price: "moving",
  };
}

/** `redeem(shares, receiver, owner)` of the caller's own shares, which needs no allowance. */
export function redeem(state: Erc4626Vault, _edge: Edge): Operation {
  return {
    kind: "call",
    target: state.address,
    function: REDEEM,
    args: [{ kind: "amountIn" }, { kind: "recipient" }, { kind: "caller" }],
    value: "none",
    approve: false,
    amountOut: { from: "return", word: 0 },
    pays: "recipient",
    price: "moving",
  };
}

/**
 * `withdraw(assets, receiver, owner)`: as many shares as an exact amount of assets costs, rounded
 * up.
 */
export function accountActions(state: Erc4626Vault): readonly AccountAction[] {
  if (!state.redeemable) return [];
  return [
    {
      verb: "withdraw",
      tokenIn: state.address,
      tokensOut: [state.asset],
      primaryAddress: state.address,
      operation: {
        kind: "call",
        target: state.address,
        function: WITHDRAW,
        args: [{ kind: "amountIn" }, { kind: "caller" }, { kind: "caller" }],
        value: "none",
        approve: false,
        amountOut: { from: "amountIn" },
        pays: "caller",
        price: "moving",
      },
      cost: (assets, at) => sharesFor(state, assets, at),
    },
  ];
}
