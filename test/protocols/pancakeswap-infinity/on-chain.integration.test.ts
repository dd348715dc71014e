import { pancakeswapInfinity } from "../../../src/protocols/pancakeswap-infinity/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { createShake, INFINITY_CHAIN } from "./shake.ts";

conformsOnChain(pancakeswapInfinity, {
  ...INFINITY_CHAIN,
  shake: createShake(),
  read: ({ client }) => read(client),
});
