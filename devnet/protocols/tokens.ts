import { stringToHex } from "viem";
import { type Deployment, deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import type { CompiledContracts } from "../solidity/contracts.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** Symbols of tokens whose peculiarity on mainnet is kept. */
const BYTES32_METADATA = "MKR";
/** By symbol: their contracts, made as a `StandardToken` is. */
const SPECIAL: ReadonlyMap<string, string> = new Map([
  ["USDC", "FiatToken"],
  ["USDT", "NoReturnToken"],
]);

/**
 * Plain ERC-20 stand-ins at the true addresses, with true names, symbols and decimals. Anyone may
 * mint them.
 */
export const tokens: DevnetProtocol = {
  slug: "erc20",
  compilations: ["own"],
  async deploy({ builder, compiled, tokens: list }) {
    const wrapped = builder.spec.wrappedNative.address.toLowerCase();
    const plain = list.filter((token) => token.tier !== "hostile" && token.address !== wrapped);
    await deployAt(
      builder,
      plain.map((token) => tokenDeployment(compiled, token)),
    );
  },
};

function tokenDeployment(compiled: CompiledContracts, token: DevnetToken): Deployment {
  const { address, name, symbol, decimals } = token;
  if (symbol === BYTES32_METADATA) {
    const args = [stringToHex(name, { size: 32 }), stringToHex(symbol, { size: 32 })];
    return { address, artifact: pickArtifact(compiled.own, "Bytes32Token"), args };
  }
  return {
    address,
    artifact: pickArtifact(compiled.own, SPECIAL.get(symbol) ?? "StandardToken"),
    args: [name, symbol, decimals],
  };
}
