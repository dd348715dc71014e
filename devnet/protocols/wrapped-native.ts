import { type Hex, numberToHex, padHex, size, stringToHex } from "viem";
import { deployAt } from "../deploy-at.ts";
import { npmArtifact } from "../solidity/artifact.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** WETH9, named after the chain's currency. */
export const wrappedNative: DevnetProtocol = {
  slug: "wrapped-native",
  async deploy({ builder }) {
    const { address, name, symbol } = builder.spec.wrappedNative;
    const artifact = npmArtifact("canonical-weth/build/contracts/WETH9.json");
    await deployAt(builder, [{ address, artifact }]);
    // The name and symbol stand in slots 0 and 1.
    await builder.rpc.request("anvil_setStorageAt", [
      address,
      numberToHex(0, { size: 32 }),
      shortString(name),
    ]);
    await builder.rpc.request("anvil_setStorageAt", [
      address,
      numberToHex(1, { size: 32 }),
      shortString(symbol),
    ]);
  },
};

/** Storage word of a string below 32 bytes: its bytes, then twice its length in the last byte. */
function shortString(text: string): Hex {
  const bytes = stringToHex(text);
  const word = padHex(bytes, { size: 32, dir: "right" });
  return `${word.slice(0, 64) as Hex}${(size(bytes) * 2).toString(16).padStart(2, "0")}`;
}
