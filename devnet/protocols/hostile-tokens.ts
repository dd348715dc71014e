import type { Address } from "viem";
import { type Deployment, deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress } from "../token-list.ts";
import { MARKET_MAKER } from "./market-maker.ts";
import type { DevnetProtocol } from "./protocol.ts";
import { UNISWAP_V2_FACTORY } from "./uniswap-v2.ts";

/**
 * How a token misbehaves: a contract of `devnet/contracts/hostile`, or a plain one with odd
 * metadata.
 */
interface HostileToken {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly priceUsd: number;
  readonly contract: string;
  readonly args: (token: DevnetToken, wrappedNative: Address) => readonly unknown[];
}

const HOSTILE: readonly HostileToken[] = [
  hostile("FEE", "Fee On Transfer", "FeeToken", (t) => [t.name, t.symbol]),
  hostile("TRAP", "Cannot Be Sold", "TrapToken", (t, wrapped) => [
    t.name,
    t.symbol,
    MARKET_MAKER,
    UNISWAP_V2_FACTORY,
    wrapped,
  ]),
  hostile("FROZEN", "Cannot Be Sent", "FrozenToken", (t) => [t.name, t.symbol, MARKET_MAKER]),
  hostile("FALSE", "Returns False", "FalseToken", (t) => [t.name, t.symbol, MARKET_MAKER]),
  hostile("NAMELESS", "No Metadata", "NamelessToken", () => []),
  hostile("BADDEC", "Reverting Decimals", "BadDecimalsToken", (t) => [t.name, t.symbol]),
  hostile("LONGNAME", "Long Name", "LongNameToken", () => []),
  {
    ...hostile("DEC36", "Thirty-six Decimals", "StandardToken", (t) => [
      t.name,
      t.symbol,
      t.decimals,
    ]),
    decimals: 36,
    // A V2 reserve holds at most 5.19e33 units: a whole token must be worth a lot.
    priceUsd: 1e9,
  },
];

/**
 * The hostile tokens as the manifest lists them; what the contracts themselves answer may differ.
 */
export const hostileTokenList: readonly DevnetToken[] = HOSTILE.map((token) => ({
  address: generatedAddress(token.symbol),
  symbol: token.symbol,
  name: token.name,
  decimals: token.decimals,
  priceUsd: token.priceUsd,
  tier: "hostile",
}));

/** Tokens that a router must not fall for: each gets a V2 pool with liquidity. */
export const hostileTokens: DevnetProtocol = {
  slug: "hostile-tokens",
  compilations: ["own"],
  async deploy({ builder, compiled }) {
    const deployments = HOSTILE.map((hostileToken, index): Deployment => {
      const token = hostileTokenList[index];
      if (token === undefined) throw new Error(`No list entry for ${hostileToken.symbol}.`);
      return {
        address: token.address,
        artifact: pickArtifact(compiled.own, hostileToken.contract),
        args: hostileToken.args(token, builder.spec.wrappedNative.address),
      };
    });
    await deployAt(builder, deployments);
  },
};

function hostile(
  symbol: string,
  name: string,
  contract: string,
  args: HostileToken["args"],
): HostileToken {
  return { symbol, name, decimals: 18, priceUsd: 1, contract, args };
}
