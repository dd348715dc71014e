import { curve } from "../../../devnet/protocols/curve.ts";
import { curveMeta as contracts } from "../../../devnet/protocols/curve-meta.ts";
import { curveMeta } from "../../../src/protocols/curve-meta/index.ts";
import type { CurveMetaPool } from "../../../src/protocols/curve-meta/pool.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import { inBlock } from "../../../src/protocols/curve-stableswap/metapool.ts";
import { read as readBases } from "../curve-stableswap/read.ts";
import { unitPays } from "../curve-stableswap/unit-pays.ts";
import { conformsOnChain } from "../on-chain.ts";
import { conformsThroughBases } from "../through-bases.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

const family = {
  chainId: 1,
  protocols: [curve, contracts],
  shake,
  read: ({ client }) => read(client, 1),
  unitPays: (state, edge, at) => unitPays(inBlock(state as CurveMetaPool, at), edge, at),
} satisfies Parameters<typeof conformsOnChain>[1];

conformsOnChain(curveMeta, family);
conformsThroughBases(curveMeta, {
  ...family,
  bases: { protocol: curveStableswap, read: ({ client }) => readBases(client, 1) },
});
