import type { Address } from "viem";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import { boosterCalls } from "./booster.ts";
import { FRAX_USDC_GAUGE, FRAX_USDC_LP, THREE_CRV, THREE_POOL_GAUGE } from "./curve-gauge.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts.json
export const CONVEX_BOOSTER: Address = "0xF403C135812408BFbE8713b5A23a04b3D48AAE31";
const VOTER_PROXY: Address = "0x989AEb4d175e16225E39E87d0D97A3360524AD80";

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
    const { call } = boosterCalls(builder, CONVEX_BOOSTER);
    for (const pool of POOLS) call("addPool", [...pool, 3n]);
    await builder.flush();
  },
  /** The operator's stakes, CRV for a week, and in one pool LDO. */
  async seed({ builder, tokens }) {
    const { call, approve, pay } = boosterCalls(builder, CONVEX_BOOSTER);
    for (const [pid, [lpToken]] of POOLS.entries()) {
      approve(lpToken, DEPOSIT);
      call("deposit", [BigInt(pid), DEPOSIT, true]);
      pay(tokenBySymbol(tokens, "CRV").address, REWARDS.crv);
      call("queueRewards", [BigInt(pid), REWARDS.crv]);
    }
    const extra = tokenBySymbol(tokens, "LDO").address;
    call("addExtraReward", [REWARDED, extra]);
    pay(extra, REWARDS.extra);
    call("queueExtraRewards", [REWARDED, 0n, REWARDS.extra]);
    await builder.flush();
  },
};
