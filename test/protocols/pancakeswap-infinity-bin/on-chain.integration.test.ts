import { pancakeswapInfinityBin } from "../../../src/protocols/pancakeswap-infinity-bin/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { INFINITY_BIN_CHAIN, shake } from "./shake.ts";

conformsOnChain(pancakeswapInfinityBin, {
  ...INFINITY_BIN_CHAIN,
  shake,
  read: ({ client }) => read(client),
});
