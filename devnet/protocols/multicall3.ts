import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Hex, isHex } from "viem";
import { z } from "zod";
import { deployAt } from "../deploy-at.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/mds1/multicall3/blob/main/README.md
const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";

const constantsSchema = z.object({ multicall3Bytecode: z.custom<Hex>((value) => isHex(value)) });

/** Multicall3, with the bytecode that viem carries for calls without deployment. */
export const multicall3: DevnetProtocol = {
  slug: "multicall3",
  async deploy({ builder }) {
    const require = createRequire(import.meta.url);
    const file = join(dirname(require.resolve("viem")), "constants/contracts.js");
    const { multicall3Bytecode } = constantsSchema.parse(require(file));
    await deployAt(builder, [
      { address: MULTICALL3, artifact: { abi: [], bytecode: multicall3Bytecode } },
    ]);
  },
};
