import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import { buyPairShares } from "./pair-shares.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/ethereum.js
export const MASTERCHEF: Address = "0xc2EdaD668740f1aA35E4D8f227fB8E17dcA888Cd";
// https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/ethereum/platforms/sushi.ts
export const MASTERCHEF_V2: Address = "0xEF0881eC094552b2e128Cf945EF17a6752B4Ec5d";

/** With the stakes a plausible yield. */
const SUSHI_PER_BLOCK = 25n * 10n ** 15n;
/** One part in so many of a pair is staked with each chef. */
const STAKED_PER = 50n;
const ZERO_ADDRESS: Address = "0x0000000000000000000000000000000000000000";
const GAS = 600_000n;
/** Pairs of Sushi in which the chefs have pools. */
const POOLS = 6;

/**
 * What the operator, who owns both chefs, and stakers can do; the overloads are those of the first
 * and the second chef.
 */
export const chefAbi = parseAbi([
  "function add(uint256 allocPoint, address lpToken, bool withUpdate)",
  "function add(uint256 allocPoint, address lpToken, address rewarder)",
  "function deposit(uint256 pid, uint256 amount)",
  "function deposit(uint256 pid, uint256 amount, address to)",
  "function approve(address spender, uint256 value)",
]);

/**
 * SushiSwap's MasterChef, compiled from the published source, and an own contract in place of the
 * second. Anyone may mint the devnet's SUSHI, so that both can pay.
 */
export const masterChef: DevnetProtocol = {
  slug: "sushiswap-masterchef",
  compilations: ["masterChef", "masterChefV2"],
  async deploy({ builder, compiled, tokens }) {
    const sushi = tokenBySymbol(tokens, "SUSHI").address;
    await deployAt(builder, [
      {
        address: MASTERCHEF,
        artifact: pickArtifact(compiled.masterChef, "MasterChef"),
        args: [sushi, builder.operator, SUSHI_PER_BLOCK, 0n, 0n],
      },
      {
        address: MASTERCHEF_V2,
        artifact: pickArtifact(compiled.masterChefV2, "MasterChefV2"),
        args: [sushi, SUSHI_PER_BLOCK],
      },
    ]);
  },
  /** Pools of both chefs, with the operator's stake in each. */
  async seed({ builder, pools }) {
    const pairs = pools.filter(({ venue }) => venue === "sushiswap-v2").slice(0, POOLS);
    for (const [i, pool] of pairs.entries()) {
      const shares = (await buyPairShares(builder, pool, STAKED_PER / 2n)) / 2n;
      const [pid, points, lp] = [BigInt(i), BigInt(100 * (i + 1)), pool.address];
      const approve = (chef: Address) =>
        encodeFunctionData({ abi: chefAbi, functionName: "approve", args: [chef, shares] });
      const calls: readonly (readonly [Address, Hex])[] = [
        [MASTERCHEF, encodeAdd(points, lp)],
        [lp, approve(MASTERCHEF)],
        [
          MASTERCHEF,
          encodeFunctionData({ abi: chefAbi, functionName: "deposit", args: [pid, shares] }),
        ],
        [MASTERCHEF_V2, encodeAddV2(points, lp)],
        [lp, approve(MASTERCHEF_V2)],
        [
          MASTERCHEF_V2,
          encodeFunctionData({
            ...{ abi: chefAbi, functionName: "deposit" },
            args: [pid, shares, builder.operator],
          }),
        ],
      ];
      for (const [to, data] of calls) {
        builder.queue({ to, data, gas: GAS, label: `chef's pool ${i}` });
      }
    }
    await builder.flush();
  },
};

/** `add` of the first chef. */
export function encodeAdd(allocPoint: bigint, lpToken: Address): Hex {
  return encodeFunctionData({
    abi: chefAbi,
    functionName: "add",
    args: [allocPoint, lpToken, false],
  });
}

/** `add` of the second chef, without a rewarder. */
export function encodeAddV2(allocPoint: bigint, lpToken: Address): Hex {
  const args = [allocPoint, lpToken, ZERO_ADDRESS] as const;
  return encodeFunctionData({ abi: chefAbi, functionName: "add", args });
}
