import { type Address, encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/yearn/risk-score/blob/master/reports/report/sky-usds.md
const CONVERTER: Address = "0x3225737a9Bbb6473CB4a45b7244ACa2BeFdB276A";
const TOKENS = ["DAI", "USDS"];
/** What it pays out of, of each token. */
const INVENTORY = 10n ** 30n;

const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/**
 * Sky's converter between DAI and USDS: our own minimal contract, as no package has the original.
 */
export const sky: DevnetProtocol = {
  slug: "sky",
  compilations: ["sky"],
  async deploy({ builder, compiled, tokens }) {
    const artifact = pickArtifact(compiled.sky, "DaiUsds");
    const addresses = TOKENS.map((symbol) => tokenBySymbol(tokens, symbol).address);
    await deployAt(builder, [{ address: CONVERTER, artifact, args: addresses }]);
    for (const to of addresses) {
      const data = encodeFunctionData({ abi: tokenAbi, args: [CONVERTER, INVENTORY] });
      builder.queue({ to, data, gas: 200_000n, label: "inventory of the converter" });
    }
    await builder.flush();
  },
};
