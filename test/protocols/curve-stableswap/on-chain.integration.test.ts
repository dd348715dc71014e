import { curve } from "../../../devnet/protocols/curve.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";
import { unitPays } from "./unit-pays.ts";

conformsOnChain(curveStableswap, {
  chainId: 1,
  protocols: [curve],
  shake,
  read: ({ client }) => read(client, 1),
  unitPays: (state, edge, at) => unitPays(state as CurvePool, edge, at),
});
