import { fluid } from "../../../src/protocols/fluid/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { FLUID_CHAIN, shake } from "./shake.ts";

conformsOnChain(fluid, { ...FLUID_CHAIN, shake, read: ({ client }) => read(client, 1) });
