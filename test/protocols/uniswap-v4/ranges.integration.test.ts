import { ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { uniswapV4 } from "../../../src/protocols/uniswap-v4/index.ts";
import { FARTHEST_TICK } from "../managed-shake.ts";
import { rangesConformOnChain } from "../ranges-on-chain.ts";
import { read } from "./read.ts";
import { createShake, V4_CHAIN } from "./shake.ts";

rangesConformOnChain(uniswapV4, {
  ...V4_CHAIN,
  shake: createShake(),
  read: ({ client }) => read(client),
  key: ({ lpFeePips, tickSpacing, hooks }) => ({
    ...{ poolFee: lpFeePips, tickSpacing },
    ...(hooks !== ZERO_ADDRESS && { hook: hooks }),
  }),
  farthestTick: FARTHEST_TICK,
});
