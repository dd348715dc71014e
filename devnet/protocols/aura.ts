import { type Address, encodeFunctionData, erc20Abi, hexToBigInt, slice } from "viem";
import { lower } from "../../src/lib/address.ts";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { asHex } from "../rpc.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { BALANCER_V2 } from "./balancer-v2.ts";
import { createdPools, type PoolPlan, seedPools } from "./balancer-v2-pools.ts";
import { boosterAbi, boosterCalls } from "./booster.ts";
import { placeGauge } from "./curve-gauge.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/tasks/deploy/mainnet-config.ts
export const AURA_BOOSTER: Address = "0xA57b8d98dAE62B26Ec3bcC4a365338157060B234";
const VOTER_PROXY: Address = "0xaF52695E1bB01A16D33D7194C28C42b10e0Dbec2";

/** Made with the booster, and traded in a pool of Balancer alone; the price is chosen. */
const AURA: DevnetToken = {
  address: lower("0xC0c293ce456fF0ED870ADd98a0828Dd4d2903DBF"),
  ...{ symbol: "AURA", name: "Aura", decimals: 18, tier: "minor", priceUsd: 0.12 },
};
const AURA_POOL: PoolPlan = {
  kind: "weighted",
  name: "Balancer 50 WETH 50 AURA",
  symbol: "B-50WETH-50AURA",
  tokens: { WETH: 50, AURA: 50 },
  swapFeeWad: 10n ** 16n,
  usd: 2_000_000,
};

const WAD = 10n ** 18n;
/** Supply before the first claim, as on the real chain, beside which the pool's AURA was minted. */
const INITIAL_SUPPLY = 50_000_000n * WAD;
/** The part of a liquidity token's holders that stakes with Aura. */
const STAKED_PART = 20n;
/** The pool that pays a further reward, and AURA for a part of its rewards. */
const REWARDED = 1n;
const REWARDED_WEIGHT_BPS = 4_000n;
/** For one week each. */
const REWARDS = { bal: 500n * WAD, extra: 100n * WAD };

/**
 * Aura over Balancer's gauges, of the pool of 80 % BAL and of that of staked ether: own contracts,
 * as no package carries their bytecode, and AURA at its address. Pids differ from the real ones.
 */
export const aura: DevnetProtocol = {
  slug: "aura",
  compilations: ["own", "convex"],
  async deploy({ builder, compiled, tokens }) {
    await deployAt(builder, [
      {
        address: AURA.address,
        artifact: pickArtifact(compiled.own, "StandardToken"),
        args: [AURA.name, AURA.symbol, AURA.decimals],
      },
      {
        address: VOTER_PROXY,
        artifact: pickArtifact(compiled.convex, "ConvexVoterProxy"),
        args: [AURA_BOOSTER],
      },
      {
        address: AURA_BOOSTER,
        artifact: pickArtifact(compiled.convex, "AuraBooster"),
        args: [VOTER_PROXY, builder.operator, AURA.address, tokenBySymbol(tokens, "BAL").address],
      },
    ]);
  },
  /** The operator's stakes, BAL for a week, and in one pool LDO. */
  async seed(context) {
    const { builder, tokens } = context;
    const { call, approve, pay } = boosterCalls(builder, AURA_BOOSTER);
    const { earlier, stableFactory } = BALANCER_V2;
    const [weighted] = earlier ? await createdPools(builder, earlier.firstOfTwo) : [];
    const stable = (await createdPools(builder, stableFactory)).at(-1);
    if (weighted === undefined || stable === undefined) throw new Error("Balancer has no pools.");
    await seedPools({ ...context, tokens: [...tokens, AURA] }, BALANCER_V2, [AURA_POOL]);
    pay(AURA.address, INITIAL_SUPPLY);
    const bal = tokenBySymbol(tokens, "BAL").address;
    for (const [at, lpToken] of [weighted, stable].entries()) {
      const pid = BigInt(at);
      const gauge = generatedAddress(`gauge of Aura's pool ${at}`);
      await placeGauge(builder, { gauge, lpToken });
      call("addPool", [lpToken, gauge, 3n]);
      const amount = (await balanceOf(builder, lpToken)) / STAKED_PART;
      approve(lpToken, amount);
      call("deposit", [pid, amount, true]);
      pay(bal, REWARDS.bal);
      call("queueRewards", [pid, REWARDS.bal]);
    }
    await builder.flush();
    const rewardPool = await rewardPoolOf(builder, REWARDED);
    call("setRewardMultiplier", [rewardPool, REWARDED_WEIGHT_BPS]);
    const extra = tokenBySymbol(tokens, "LDO").address;
    call("addExtraReward", [REWARDED, extra]);
    pay(extra, REWARDS.extra);
    call("queueExtraRewards", [REWARDED, 0n, REWARDS.extra]);
    await builder.flush();
  },
};

async function balanceOf(builder: Builder, token: Address): Promise<bigint> {
  const args = [builder.operator] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args });
  return hexToBigInt(asHex(await builder.rpc.request("eth_call", [{ to: token, data }, "latest"])));
}

/** The fourth word of what `poolInfo` answers. */
async function rewardPoolOf(builder: Builder, pid: bigint): Promise<Address> {
  const data = encodeFunctionData({ abi: boosterAbi, functionName: "poolInfo", args: [pid] });
  const call = { to: AURA_BOOSTER, data };
  return slice(asHex(await builder.rpc.request("eth_call", [call, "latest"])), 108, 128);
}
