import { encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../../../devnet/deploy-at.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { ETHER_FI, stakingTokens as onDevnet } from "../../../devnet/protocols/staking-tokens.ts";
import { pickArtifact } from "../../../devnet/solidity/artifact.ts";
import { generatedAddress } from "../../../devnet/token-list.ts";
import { lower } from "../../../src/lib/address.ts";
import type { StakingContracts } from "../../../src/protocols/staking-tokens/contracts.ts";
import { stakingTokens } from "../../../src/protocols/staking-tokens/index.ts";
import { randomAmount } from "../chain.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read, readOf } from "./read.ts";
import { shake } from "./shake.ts";

/** Holds all eETH of the devnet. */
const HOLDER = lower(ETHER_FI.weEth);

conformsOnChain(stakingTokens, {
  ...{ chainId: 1, protocols: [onDevnet], largest: 10n ** 22n },
  holders: (_chain, token) => (token === lower(ETHER_FI.eEth) ? [HOLDER] : []),
  shake,
  read: ({ client }) => read(client, 1),
});

/** BENQI's token, which is on a chain that the devnet has not. */
const SAVAX = generatedAddress("savax");
const savax: StakingContracts = {
  ...{ issuer: "benqi", token: SAVAX, entry: SAVAX },
  ...{ wrapper: null, oracle: null, settings: null },
};
const benqi: DevnetProtocol = {
  slug: "benqi-staked-avax",
  compilations: ["stakingTokens"],
  async deploy({ builder, compiled }) {
    const artifact = pickArtifact(compiled.stakingTokens, "StakedAvax");
    await deployAt(builder, [{ address: SAVAX, artifact }]);
  },
};
const savaxAbi = parseAbi([
  "function report(uint256 pooled, bool paused)",
  "function mint(address to, uint256 value)",
]);

conformsOnChain(stakingTokens, {
  ...{ chainId: 1, protocols: [benqi], largest: 10n ** 22n },
  async shake({ builder }, random) {
    const minted = { functionName: "mint", args: [SAVAX, randomAmount(random, 18, 23)] } as const;
    const told = [randomAmount(random, 18, 25), random() < 0.2] as const;
    for (const data of [
      encodeFunctionData({ abi: savaxAbi, ...minted }),
      encodeFunctionData({ abi: savaxAbi, functionName: "report", args: told }),
    ]) {
      builder.queue({ to: SAVAX, data, gas: 200_000n, label: "sAVAX" });
    }
    await builder.flush();
  },
  read: async ({ client }) => [await readOf(client, 1, "benqi-staked-avax", savax)],
});
