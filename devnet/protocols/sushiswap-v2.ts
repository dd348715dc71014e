import { type Address, encodeFunctionData, keccak256, parseAbi } from "viem";
import { deployAt } from "../deploy-at.ts";
import { type Artifact, pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/sushiswap/subgraphs/blob/12eacc08ea/config/ethereum.js
export const SUSHISWAP_V2_FACTORY: Address = "0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac";
// https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v2/config.ts
const SUSHISWAP_V2_ROUTER: Address = "0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F";

/** Takes the protocol's fee, which is on as on the real chain. */
const FEE_TO = generatedAddress("sushiswap v2 fee");

const factoryAbi = parseAbi(["function setFeeTo(address)"]);

/** Init-code hash in the router's source, which holds for the mainnet compilation only. */
const MAINNET_PAIR_HASH = "e18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303";

/**
 * SushiSwap V2, compiled from the published sources. The pair's bytecode is not mainnet's to the
 * byte, so pair addresses differ from mainnet; the router is given the hash of the pair that the
 * factory really creates.
 */
export const sushiswapV2: DevnetProtocol = {
  slug: "sushiswap-v2",
  compilations: ["sushiswap"],
  async deploy({ builder, compiled }) {
    const factory = pickArtifact(compiled.sushiswap, "UniswapV2Factory");
    const pairHash = keccak256(pickArtifact(compiled.sushiswap, "UniswapV2Pair").bytecode);
    const router = withPairHash(
      pickArtifact(compiled.sushiswap, "UniswapV2Router02"),
      pairHash.slice(2),
    );
    const wrapped = builder.spec.wrappedNative.address;
    await deployAt(builder, [
      { address: SUSHISWAP_V2_FACTORY, artifact: factory, args: [builder.operator] },
      { address: SUSHISWAP_V2_ROUTER, artifact: router, args: [SUSHISWAP_V2_FACTORY, wrapped] },
    ]);
    builder.queue({
      to: SUSHISWAP_V2_FACTORY,
      gas: 100_000n,
      label: "setFeeTo",
      data: encodeFunctionData({ abi: factoryAbi, functionName: "setFeeTo", args: [FEE_TO] }),
    });
    await builder.flush();
  },
};

function withPairHash(router: Artifact, hash: string): Artifact {
  if (!router.bytecode.includes(MAINNET_PAIR_HASH)) {
    throw new Error(
      "SushiSwap's router does not carry the expected pair hash; install the pinned @sushiswap/core.",
    );
  }
  const digits = router.bytecode.slice(2).replaceAll(MAINNET_PAIR_HASH, hash);
  return { abi: router.abi, bytecode: `0x${digits}` };
}
