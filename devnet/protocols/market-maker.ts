import { TRADER } from "../chains.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** Address of the contract that holds the devnet's liquidity. */
export const MARKET_MAKER = generatedAddress("market maker");

/** The market maker: creates pools, provides liquidity and trades for the devnet's trader. */
export const marketMaker: DevnetProtocol = {
  slug: "market-maker",
  compilations: ["own"],
  async deploy({ builder, compiled }) {
    const artifact = pickArtifact(compiled.own, "MarketMaker");
    await deployAt(builder, [
      { address: MARKET_MAKER, artifact, args: [builder.operator, TRADER] },
    ]);
  },
};
