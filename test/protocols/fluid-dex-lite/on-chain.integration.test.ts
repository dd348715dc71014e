import { fluidDexLite } from "../../../src/protocols/fluid-dex-lite/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { DEX_LITE_CHAIN, shake } from "./shake.ts";

conformsOnChain(fluidDexLite, { ...DEX_LITE_CHAIN, shake, read: ({ client }) => read(client, 1) });
