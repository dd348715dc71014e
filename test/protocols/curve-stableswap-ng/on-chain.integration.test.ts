import { curve } from "../../../devnet/protocols/curve.ts";
import { curveNg } from "../../../devnet/protocols/curve-ng.ts";
import { erc4626 } from "../../../devnet/protocols/erc4626.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import { inBlock } from "../../../src/protocols/curve-stableswap/metapool.ts";
import { curveStableswapNg } from "../../../src/protocols/curve-stableswap-ng/index.ts";
import type { CurveNgPool } from "../../../src/protocols/curve-stableswap-ng/pool.ts";
import { read as readBases } from "../curve-stableswap/read.ts";
import { unitPays } from "../curve-stableswap/unit-pays.ts";
import { conformsOnChain } from "../on-chain.ts";
import { conformsThroughBases } from "../through-bases.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

const family = {
  chainId: 1,
  protocols: [erc4626, curve, curveNg],
  shake,
  read: ({ client }) => read(client, 1),
  unitPays: (state, edge, at) => unitPays(inBlock(state as CurveNgPool, at), edge, at),
} satisfies Parameters<typeof conformsOnChain>[1];

conformsOnChain(curveStableswapNg, family);
conformsThroughBases(curveStableswapNg, {
  ...family,
  bases: { protocol: curveStableswap, read: ({ client }) => readBases(client, 1) },
});
