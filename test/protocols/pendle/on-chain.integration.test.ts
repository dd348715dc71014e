import { pendle } from "../../../src/protocols/pendle/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { PENDLE_CHAIN, shake } from "./shake.ts";

conformsOnChain(pendle, { ...PENDLE_CHAIN, shake, read: ({ client }) => read(client, 1) });
