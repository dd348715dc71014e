import { convex } from "../../../src/protocols/convex/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { CONVEX_CHAIN, shake } from "./shake.ts";

conformsOnChain(convex, { ...CONVEX_CHAIN, shake, read: ({ client }) => read(client, 1) });
