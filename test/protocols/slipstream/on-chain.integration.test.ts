import { slipstream } from "../../../src/protocols/slipstream/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { createShake, SLIPSTREAM_CHAIN } from "./shake.ts";

conformsOnChain(slipstream, {
  ...SLIPSTREAM_CHAIN,
  shake: createShake(),
  read: ({ client }) => read(client, 8453),
});
