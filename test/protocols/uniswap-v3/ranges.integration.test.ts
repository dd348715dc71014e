import { uniswapV3 } from "../../../src/protocols/uniswap-v3/index.ts";
import { rangesConformOnChain } from "../ranges-on-chain.ts";
import { createRamsesShake, RAMSES_CHAIN, readRamses } from "./ramses-shake.ts";
import { read } from "./read.ts";
import { createShake, FARTHEST_TICK, V3_CHAIN } from "./shake.ts";

rangesConformOnChain(uniswapV3, {
  ...V3_CHAIN,
  shake: createShake(),
  // Of PancakeSwap's no package has the manager's bytecode.
  read: async ({ client }) => (await read(client, 1)).filter(({ slug }) => slug === "uniswap-v3"),
  key: ({ feePips }) => ({ poolFee: feePips }),
  farthestTick: FARTHEST_TICK,
});

rangesConformOnChain(uniswapV3, {
  ...{ ...RAMSES_CHAIN, shake: createRamsesShake(), read: readRamses },
  key: ({ tickSpacing }) => ({ tickSpacing }),
  farthestTick: FARTHEST_TICK,
});
