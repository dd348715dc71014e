import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { AuraBooster } from "../../abis/AuraBooster.ts";
import { ConvexBooster } from "../../abis/ConvexBooster.ts";
import type { Builder } from "../builder.ts";

/** What the operator, who manages the pools of a booster, can do beyond the calls of anyone. */
export const boosterAbi = [
  ...ConvexBooster,
  ...AuraBooster,
  ...parseAbi([
    "function addPool(address lptoken, address gauge, uint256 stashVersion) returns (bool)",
    "function shutdownPool(uint256 pid) returns (bool)",
    "function shutdownSystem()",
    "function queueRewards(uint256 pid, uint256 amount)",
    "function addExtraReward(uint256 pid, address token)",
    "function queueExtraRewards(uint256 pid, uint256 index, uint256 amount)",
    "function setRewardMultiplier(address rewardContract, uint256 multiplier)",
    "function withdraw(uint256 pid, uint256 amount) returns (bool)",
  ]),
] as const;
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);
const GAS = 5_000_000n;

type Call = Extract<(typeof boosterAbi)[number], { stateMutability: "nonpayable" }>["name"];

/** What the operator does with a booster of Convex or Aura; all of it is queued. */
export interface BoosterCalls {
  call(functionName: Call, args: readonly unknown[]): void;
  /** Mints the operator tokens that the booster may take. */
  pay(token: Address, amount: bigint): void;
  /** Lets the booster, or somebody else, take tokens of the operator. */
  approve(token: Address, amount: bigint, spender?: Address): void;
}

/** The operator's calls of a booster. */
export function boosterCalls(builder: Builder, booster: Address): BoosterCalls {
  const send = (to: Address, data: Hex) =>
    builder.queue({ to, data, gas: GAS, label: `call of ${to} for the booster ${booster}` });
  const approve = (token: Address, amount: bigint, spender = booster) =>
    send(
      token,
      encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [spender, amount] }),
    );
  return {
    approve,
    call(functionName, args) {
      const encoded = { abi: boosterAbi, functionName, args };
      send(booster, encodeFunctionData(encoded as Parameters<typeof encodeFunctionData>[0]));
    },
    pay(token, amount) {
      const args = [builder.operator, amount] as const;
      send(token, encodeFunctionData({ abi: tokenAbi, functionName: "mint", args }));
      approve(token, amount);
    },
  };
}
