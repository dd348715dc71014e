import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { ConvexBooster } from "../../abis/ConvexBooster.ts";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import { FRAX_USDC_GAUGE, FRAX_USDC_LP, THREE_CRV, THREE_POOL_GAUGE } from "./curve-gauge.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts.json
export const CONVEX_BOOSTER: Address = "0xF403C135812408BFbE8713b5A23a04b3D48AAE31";
const VOTER_PROXY: Address = "0x989AEb4d175e16225E39E87d0D97A3360524AD80";

/** What the operator, who manages the pools, can do beyond the calls of anyone. */
export const convexAbi = [
  ...ConvexBooster,
  ...parseAbi([
    "function addPool(address lptoken, address gauge, uint256 stashVersion) returns (bool)",
    "function shutdownPool(uint256 pid) returns (bool)",
    "function shutdownSystem()",
    "function queueRewards(uint256 pid, uint256 amount)",
    "function addExtraReward(uint256 pid, address token)",
    "function queueExtraRewards(uint256 pid, uint256 index, uint256 amount)",
    "function withdraw(uint256 pid, uint256 amount) returns (bool)",
  ]),
] as const;
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);

/** Liquidity tokens and gauges of the pools, by pid; pids differ from the real ones. */
const POOLS: readonly (readonly [lpToken: Address, gauge: Address])[] = [
  [THREE_CRV, THREE_POOL_GAUGE],
  [FRAX_USDC_LP, FRAX_USDC_GAUGE],
];
/** The pool that pays a further reward. */
const REWARDED = 1n;
const WAD = 10n ** 18n;
const DEPOSIT = 300_000n * WAD;
/** For one week each. */
const REWARDS = { crv: 500n * WAD, extra: 100n * WAD };
const GAS = 5_000_000n;

/** Convex over Curve's gauges: own contracts, as no package carries their bytecode. */
export const convex: DevnetProtocol = {
  slug: "convex-finance",
  compilations: ["convex"],
  async deploy({ builder, compiled, tokens }) {
    const [crv, cvx] = ["CRV", "CVX"].map((symbol) => tokenBySymbol(tokens, symbol).address);
    await deployAt(builder, [
      {
        address: VOTER_PROXY,
        artifact: pickArtifact(compiled.convex, "ConvexVoterProxy"),
        args: [CONVEX_BOOSTER],
      },
      {
        address: CONVEX_BOOSTER,
        artifact: pickArtifact(compiled.convex, "ConvexBooster"),
        args: [VOTER_PROXY, builder.operator, cvx, crv],
      },
    ]);
    for (const pool of POOLS) call(builder, "addPool", [...pool, 3n]);
    await builder.flush();
  },
  /** The operator's stakes, CRV for a week, and in one pool LDO. */
  async seed({ builder, tokens }) {
    for (const [pid, [lpToken]] of POOLS.entries()) {
      approve(builder, lpToken, DEPOSIT);
      call(builder, "deposit", [BigInt(pid), DEPOSIT, true]);
      pay(builder, tokenBySymbol(tokens, "CRV").address, REWARDS.crv);
      call(builder, "queueRewards", [BigInt(pid), REWARDS.crv]);
    }
    const extra = tokenBySymbol(tokens, "LDO").address;
    call(builder, "addExtraReward", [REWARDED, extra]);
    pay(builder, extra, REWARDS.extra);
    call(builder, "queueExtraRewards", [REWARDED, 0n, REWARDS.extra]);
    await builder.flush();
  },
};

type Call = Extract<(typeof convexAbi)[number], { stateMutability: "nonpayable" }>["name"];

/** Queues a call of the booster by the operator. */
export function call(builder: Builder, functionName: Call, args: readonly unknown[]): void {
  const data = encodeFunctionData({ abi: convexAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]);
  send(builder, CONVEX_BOOSTER, data);
}

/** Mints the operator tokens that the booster may take. */
export function pay(builder: Builder, token: Address, amount: bigint): void {
  const args = [builder.operator, amount] as const;
  send(builder, token, encodeFunctionData({ abi: tokenAbi, functionName: "mint", args }));
  approve(builder, token, amount);
}

/** Lets the booster take tokens of the operator. */
export function approve(builder: Builder, token: Address, amount: bigint): void {
  const args = [CONVEX_BOOSTER, amount] as const;
  send(builder, token, encodeFunctionData({ abi: tokenAbi, functionName: "approve", args }));
}

function send(builder: Builder, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: GAS, label: `set-up of Convex at ${to}` });
}
