import { encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../../../devnet/deploy-at.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { pickArtifact } from "../../../devnet/solidity/artifact.ts";
import { generatedAddress } from "../../../devnet/token-list.ts";
import type { StakingContracts } from "../../../src/protocols/staking-tokens/contracts.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";

/** A token of a chain that the devnet has not, on a chain of its own. */
export interface Elsewhere {
  readonly slug: string;
  readonly contracts: StakingContracts;
  readonly protocol: DevnetProtocol;
  shake(chain: ProtocolChain, random: Random): Promise<void>;
}

const SAVAX = generatedAddress("savax");
const SLIS_BNB = generatedAddress("slisbnb");
const LISTA = generatedAddress("lista");
const NONE = { wrapper: null, oracle: null, settings: null } as const;

const abi = parseAbi([
  "function report(uint256 pooled, bool paused)",
  "function mint(address to, uint256 value)",
]);

/** Mints some of the token, and tells what there is for all of it. */
async function shake(
  { builder }: ProtocolChain,
  random: Random,
  { token, entry }: StakingContracts,
): Promise<void> {
  const minted = [token, randomAmount(random, 18, 23)] as const;
  const told = [randomAmount(random, 18, 25), random() < 0.2] as const;
  const mint = encodeFunctionData({ abi, functionName: "mint", args: minted });
  builder.queue({ to: token, data: mint, gas: 200_000n, label: "mint" });
  const report = encodeFunctionData({ abi, functionName: "report", args: told });
  builder.queue({ to: entry, data: report, gas: 200_000n, label: "report" });
  await builder.flush();
}

const savax = { issuer: "benqi", token: SAVAX, entry: SAVAX, ...NONE } as const;
const slisBnb = { issuer: "lista", token: SLIS_BNB, entry: LISTA, ...NONE } as const;

/** BENQI's sAVAX and Lista's slisBNB. */
export const ELSEWHERE: readonly Elsewhere[] = [
  {
    slug: "benqi-staked-avax",
    contracts: savax,
    protocol: {
      slug: "benqi-staked-avax",
      compilations: ["stakingTokens"],
      async deploy({ builder, compiled }) {
        const artifact = pickArtifact(compiled.stakingTokens, "StakedAvax");
        await deployAt(builder, [{ address: SAVAX, artifact }]);
      },
    },
    shake: (chain, random) => shake(chain, random, savax),
  },
  {
    slug: "lista-liquid-staking",
    contracts: slisBnb,
    protocol: {
      slug: "lista-liquid-staking",
      compilations: ["own", "stakingTokens"],
      async deploy({ builder, compiled }) {
        const token = pickArtifact(compiled.own, "StandardToken");
        const manager = pickArtifact(compiled.stakingTokens, "ListaStakeManager");
        await deployAt(builder, [
          { address: SLIS_BNB, artifact: token, args: ["slisBNB", "slisBNB", 18] },
          { address: LISTA, artifact: manager, args: [SLIS_BNB] },
        ]);
      },
    },
    shake: (chain, random) => shake(chain, random, slisBnb),
  },
];
