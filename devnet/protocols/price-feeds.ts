import { parseAbi } from "viem";
import { PRICE_FEEDS } from "../../src/catalog/price-feeds/feeds.ts";
import { type Deployment, deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** What anybody may call to move a feed; answers have 8 decimals. */
export const priceFeedAbi = parseAbi([
  "function setAnswer(int256 answer)",
  "function stopAt(int256 answer, uint256 updatedAt)",
]);

const ANSWER_SCALE = 1e8;

/**
 * Feeds of the tokens that are there, at the proxies' true addresses, which answer the prices that
 * the market was made at.
 */
export const priceFeeds: DevnetProtocol = {
  slug: "chainlink",
  compilations: ["own"],
  deploy: () => Promise.resolve(),
  async seed({ builder, compiled, tokens }) {
    const artifact = pickArtifact(compiled.own, "PriceFeed");
    const deployments = new Map<string, Deployment>();
    for (const token of tokens) {
      const known = PRICE_FEEDS.get(builder.spec.chainId)?.get(token.address);
      // A feed that stands for several tokens says what the first of them is worth.
      if (known === undefined || deployments.has(known.feed)) continue;
      const { feed: address, heartbeatSeconds } = known;
      const args = [`${token.symbol} / USD`, heartbeatSeconds, answerOf(token)];
      deployments.set(address, { address, artifact, args });
    }
    await deployAt(builder, [...deployments.values()]);
  },
};

function answerOf({ priceUsd }: DevnetToken): bigint {
  return BigInt(Math.round(priceUsd * ANSWER_SCALE));
}
