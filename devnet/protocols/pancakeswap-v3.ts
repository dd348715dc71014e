import { type Address, concatHex, keccak256 } from "viem";
import { deployAt } from "../deploy-at.ts";
import { npmArtifact, pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v3/addresses.md
export const PANCAKESWAP_V3_FACTORY: Address = "0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865";
const POOL_DEPLOYER: Address = "0x41ff9AA7e16B8B1a8a8dc4f0eFacd93D02d071c9";

// https://github.com/pancakeswap/pancake-v3-contracts/blob/5cc479f0c5/projects/v3-periphery/contracts/libraries/PoolAddress.sol
const POOL_INIT_CODE_HASH = "0x6ce8eb472fa82df5469c6ab6d485f17c3ad13c8cd7af59b3d4a8026c5ce0f7e2";

const CORE = "@pancakeswap/v3-core/artifacts/contracts";

/**
 * PancakeSwap V3: published factory and pool; the pool deployer is our own, as no artifact of it is
 * published.
 */
export const pancakeswapV3: DevnetProtocol = {
  slug: "pancakeswap-v3",
  compilations: ["own"],
  async deploy({ builder, compiled }) {
    const pool = npmArtifact(`${CORE}/PancakeV3Pool.sol/PancakeV3Pool.json`);
    if (keccak256(pool.bytecode) !== POOL_INIT_CODE_HASH) {
      throw new Error(
        "The pool of @pancakeswap/v3-core is not mainnet's; install the pinned version.",
      );
    }
    const holder = generatedAddress("pancakeswap v3 pool creation code");
    await builder.rpc.request("anvil_setCode", [holder, concatHex(["0x00", pool.bytecode])]);
    const deployer = pickArtifact(compiled.own, "PancakePoolDeployer");
    const factory = npmArtifact(`${CORE}/PancakeV3Factory.sol/PancakeV3Factory.json`);
    await deployAt(builder, [
      { address: POOL_DEPLOYER, artifact: deployer, args: [holder, PANCAKESWAP_V3_FACTORY] },
      { address: PANCAKESWAP_V3_FACTORY, artifact: factory, args: [POOL_DEPLOYER] },
    ]);
  },
};
