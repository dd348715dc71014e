import { ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { pancakeswapInfinity } from "../../../src/protocols/pancakeswap-infinity/index.ts";
import { FARTHEST_TICK } from "../managed-shake.ts";
import { rangesConformOnChain } from "../ranges-on-chain.ts";
import { read } from "./read.ts";
import { createShake, INFINITY_CHAIN } from "./shake.ts";

rangesConformOnChain(pancakeswapInfinity, {
  ...INFINITY_CHAIN,
  shake: createShake(),
  read: async ({ client }) => (await read(client)).filter(({ hooks }) => hooks === ZERO_ADDRESS),
  key: ({ keyFee, tickSpacing }) => ({ poolFee: keyFee, tickSpacing }),
  farthestTick: FARTHEST_TICK,
  times: 2,
});
