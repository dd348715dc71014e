import { curve } from "../../../devnet/protocols/curve.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

conformsOnChain(curveStableswap, {
  chainId: 1,
  protocols: [curve],
  shake,
  read: ({ client }) => read(client, 1),
});
