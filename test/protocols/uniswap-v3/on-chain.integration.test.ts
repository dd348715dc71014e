import { uniswapV3 } from "../../../src/protocols/uniswap-v3/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { createRamsesShake, RAMSES_CHAIN, readRamses } from "./ramses-shake.ts";
import { read } from "./read.ts";
import { createShake, V3_CHAIN } from "./shake.ts";

conformsOnChain(uniswapV3, {
  ...V3_CHAIN,
  shake: createShake(),
  read: ({ client }) => read(client, 1),
});

conformsOnChain(uniswapV3, { ...RAMSES_CHAIN, shake: createRamsesShake(), read: readRamses });
