import { type Address, encodeFunctionData, type Hex, isAddressEqual, parseAbi } from "viem";
import { deployAt } from "../deploy-at.ts";
import { npmArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import { buyPairShares } from "./pair-shares.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** Staking contracts by the address of the Uniswap V2 pair whose shares they take. */
export const UNISWAP_STAKING: readonly { readonly address: Address; readonly pair: Address }[] = [
  // https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/concepts/governance/overview.md
  {
    address: "0x7FBa4B8Dc5E7616e59622806932DBea72537A56b",
    pair: "0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc",
  },
  {
    address: "0xa1484C3aa22a66C62b77E0AE78E15258bd0cB711",
    pair: "0xA478c2975Ab1Ea89e8196811F51A7B7Ade33eB11",
  },
  {
    address: "0x6C3e4cb2E96B01F4b866965A91ed4437839A121a",
    pair: "0x0d4a11d5EEaaC28EC3F61d100daF4d40471f1852",
  },
  {
    address: "0xCA35e32e7926b96A9988f61d510E038108d8068e",
    pair: "0xBb2b8038a1640196FbE3e38816F3e67Cba72D940",
  },
];

/** Reward of each contract for 60 days, in UNI of 18 decimals. */
const REWARD = 500n * 10n ** 18n;
/** One part in so many of a pair is staked, so that rewards are a plausible yield. */
const STAKED_PER = 50n;
const GAS = 500_000n;

const abi = parseAbi([
  "function stake(uint256 amount)",
  "function notifyRewardAmount(uint256 reward)",
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);

/**
 * Uniswap's version of StakingRewards with its published bytecode: shares of four pairs earn UNI.
 */
export const synthetixStaking: DevnetProtocol = {
  slug: "uniswap-v2-staking",
  async deploy({ builder, tokens }) {
    const artifact = npmArtifact("@uniswap/liquidity-staker/build/StakingRewards.json");
    const uni = tokenBySymbol(tokens, "UNI").address;
    await deployAt(
      builder,
      UNISWAP_STAKING.map(({ address, pair }) => ({
        address,
        artifact,
        args: [builder.operator, uni, pair],
      })),
    );
  },
  /** A stake in each pair that the market has, and rewards for two months. */
  async seed({ builder, tokens, pools }) {
    const uni = tokenBySymbol(tokens, "UNI").address;
    for (const { address, pair } of UNISWAP_STAKING) {
      const pool = pools.find((candidate) => isAddressEqual(candidate.address, pair));
      const shares = pool === undefined ? 0n : await buyPairShares(builder, pool, STAKED_PER);
      const calls: (readonly [Address, Hex])[] = [
        [uni, encodeFunctionData({ abi, functionName: "mint", args: [address, REWARD] })],
        [address, encodeFunctionData({ abi, functionName: "notifyRewardAmount", args: [REWARD] })],
      ];
      if (shares > 0n) {
        calls.push(
          [pair, encodeFunctionData({ abi, functionName: "approve", args: [address, shares] })],
          [address, encodeFunctionData({ abi, functionName: "stake", args: [shares] })],
        );
      }
      for (const [to, data] of calls) {
        builder.queue({ to, data, gas: GAS, label: `staking rewards of ${address}` });
      }
    }
    await builder.flush();
  },
};
