import { type Address, keccak256 } from "viem";
import { npmArtifact } from "../solidity/artifact.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v4/deployments.mdx
export const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

/** First and last bytes of Permit2's runtime code (solc 0.8.17, without a metadata hash). */
const FIRST_BYTES = "6040608081526004908136101561001557600080fd5b600090813560e01c80630d58b1db";
const LAST_BYTES = "64736f6c6343000811000a";

/** Hash of the runtime code that the package carries. */
const CODE_HASH = "0xa1ad0529565c25202190d4ae7f75d4ca08dc432cc760544ee7d0313b68e82ecd";

/**
 * Permit2. The package carries the mainnet runtime code as a constant of a deployment script; the
 * domain separator cached in it is for chain 1 and is computed anew on any other chain.
 */
export const permit2: DevnetProtocol = {
  slug: "permit2",
  async deploy({ builder }) {
    const script = npmArtifact(
      "@uniswap/v4-periphery/foundry-out/DeployPermit2.sol/DeployPermit2.json",
    ).bytecode;
    const start = script.indexOf(FIRST_BYTES);
    const end = script.indexOf(LAST_BYTES, start) + LAST_BYTES.length;
    const code = `0x${script.slice(start, end)}` as const;
    if (keccak256(code) !== CODE_HASH) {
      throw new Error(
        "@uniswap/v4-periphery carries another Permit2 than expected; install the pinned version.",
      );
    }
    await builder.rpc.request("anvil_setCode", [PERMIT2, code]);
    await builder.rpc.request("anvil_setNonce", [PERMIT2, "0x1"]);
  },
};
