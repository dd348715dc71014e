import { type Address, encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../../../devnet/deploy-at.ts";
import { boosterCalls } from "../../../devnet/protocols/booster.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { pickArtifact } from "../../../devnet/solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../../../devnet/token-list.ts";
import { deployments } from "../../../src/protocols/convex/contracts.ts";
import { contractsOn } from "../../../src/protocols/deployment.ts";

/** The chain of the booster: Base. */
export const LITE_CHAIN = 8453;

const found = contractsOn(deployments, "aura", LITE_CHAIN);
if (found?.minting.kind !== "rate") throw new Error("Aura is not on Base.");
/** What Aura has on it. */
export const LITE = { ...found, coordinator: found.minting.coordinator };

const WAD = 10n ** 18n;
const DEPOSIT = 1_000n * WAD;
/** For a week, and what is paid for them; three quarters are booked for what nobody claims here. */
export const BAL = 700n * WAD;
export const BOOKED = { bal: 2_800n * WAD, aura: 3_333n * WAD + 1n };

const coordinatorAbi = parseAbi(["function book(uint256 bal, uint256 aura)"]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** Aura as on chains that AURA comes to by a bridge, with one pool, of a token without a pool. */
export const auraLite: DevnetProtocol = {
  slug: "aura",
  compilations: ["own", "convex", "curve"],
  async deploy({ builder, compiled }) {
    const { booster, rewardToken, mintedToken, coordinator } = LITE;
    const token = pickArtifact(compiled.own, "StandardToken");
    const staker = generatedAddress("Aura's voter proxy on Base");
    await deployAt(builder, [
      { address: rewardToken, artifact: token, args: ["Balancer", "BAL", 18] },
      { address: mintedToken, artifact: token, args: ["Aura", "AURA", 18] },
      {
        address: staker,
        artifact: pickArtifact(compiled.convex, "ConvexVoterProxy"),
        args: [booster],
      },
      {
        address: booster,
        artifact: pickArtifact(compiled.convex, "AuraBoosterLite"),
        args: [staker, builder.operator, coordinator, rewardToken],
      },
      {
        address: coordinator,
        artifact: pickArtifact(compiled.convex, "AuraCoordinator"),
        args: [booster, mintedToken],
      },
    ]);
  },
  /** The operator's stake, BAL for a week, and AURA for what was booked. */
  async seed({ builder, compiled, tokens }) {
    const { booster, rewardToken, mintedToken, coordinator } = LITE;
    const lpToken = tokenBySymbol(tokens, "cbETH").address;
    const gauge = generatedAddress("gauge of Aura's pool on Base");
    await deployAt(builder, [
      {
        address: gauge,
        artifact: pickArtifact(compiled.curve, "LiquidityGaugeV1"),
        args: [lpToken, builder.operator],
      },
    ]);
    const { call, pay } = boosterCalls(builder, booster);
    call("addPool", [lpToken, gauge, 3n]);
    pay(lpToken, DEPOSIT);
    call("deposit", [0n, DEPOSIT, true]);
    pay(rewardToken, BAL);
    call("queueRewards", [0n, BAL]);
    const send = (to: Address, data: `0x${string}`) =>
      builder.queue({ to, data, gas: 200_000n, label: `set-up of Aura at ${to}` });
    const { bal, aura } = BOOKED;
    const mint = { functionName: "mint", args: [coordinator, aura] } as const;
    send(mintedToken, encodeFunctionData({ abi: tokenAbi, ...mint }));
    const book = { functionName: "book", args: [bal, aura] } as const;
    send(coordinator, encodeFunctionData({ abi: coordinatorAbi, ...book }));
    await builder.flush();
  },
};
