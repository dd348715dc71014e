import { type Address, encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/sparkdotfi/spark-address-registry/blob/029397c9db/src/Ethereum.sol
export const PSM: Address = "0xf6e72Db5454dd049d0788e411b06CfAF16853042";
export const PSM_WRAPPER: Address = "0xA188EEC8F81263234dA3622A406892F3D630f98c";
// https://github.com/yearn/risk-score/blob/master/reports/report/sky-usds.md
export const PSM_POCKET: Address = "0x37305B1cD40574E4C5Ce33f8e8306Be057fD7341";

/** What the wrapper pays out of, of each stablecoin. */
const INVENTORY = 10n ** 30n;
/** What the module and its pocket hold, in units of the token. */
const HELD = 20_000_000n;
const GAS = 200_000n;

/** What anyone can do with the devnet's module beyond its calls. */
export const psmAbi = parseAbi([
  "function file(bytes32 what, uint256 data)",
  "function sellGem(address usr, uint256 gemAmt) returns (uint256)",
  "function buyGem(address usr, uint256 gemAmt) returns (uint256)",
]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/**
 * Sky's LitePSM for USDC and its wrapper: our own minimal contracts, as no package has the
 * originals.
 */
export const skyPsm: DevnetProtocol = {
  slug: "sky-psm",
  compilations: ["sky"],
  async deploy({ builder, compiled, tokens }) {
    const artifact = (name: string) => pickArtifact(compiled.sky, name);
    const [dai, gem, usds] = ["DAI", "USDC", "USDS"].map((symbol) => tokenBySymbol(tokens, symbol));
    if (!dai || !gem || !usds) throw new Error("The devnet has no stablecoins.");
    await deployAt(builder, [
      {
        address: PSM,
        artifact: artifact("DssLitePsm"),
        args: [dai, gem, PSM_POCKET].map(asAddress),
      },
      { address: PSM_POCKET, artifact: artifact("DssPocket"), args: [gem.address, PSM] },
      {
        address: PSM_WRAPPER,
        artifact: artifact("UsdsPsmWrapper"),
        args: [PSM, dai, gem, usds].map(asAddress),
      },
    ]);
    for (const [token, to, amount] of [
      [dai, PSM, HELD * 10n ** BigInt(dai.decimals)],
      [gem, PSM_POCKET, HELD * 10n ** BigInt(gem.decimals)],
      [dai, PSM_WRAPPER, INVENTORY],
      [usds, PSM_WRAPPER, INVENTORY],
    ] as const) {
      const data = encodeFunctionData({ abi: tokenAbi, args: [to, amount] });
      builder.queue({ to: token.address, data, gas: GAS, label: `${token.symbol} of ${to}` });
    }
    await builder.flush();
  },
};

function asAddress(of: Address | { readonly address: Address }): Address {
  return typeof of === "string" ? of : of.address;
}
