import { slipstream } from "../../../src/protocols/slipstream/index.ts";
import { rangesConformOnChain } from "../ranges-on-chain.ts";
import { read } from "./read.ts";
import { createShake, FARTHEST_TICK, SLIPSTREAM_CHAIN } from "./shake.ts";

rangesConformOnChain(slipstream, {
  ...SLIPSTREAM_CHAIN,
  shake: createShake(),
  read: ({ client }) => read(client, 8453),
  key: ({ tickSpacing }) => ({ tickSpacing }),
  farthestTick: FARTHEST_TICK,
});
