import { uniswapV4 } from "../../../src/protocols/uniswap-v4/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { createShake, V4_CHAIN } from "./shake.ts";

conformsOnChain(uniswapV4, {
  ...V4_CHAIN,
  shake: createShake(),
  read: ({ client }) => read(client),
});
