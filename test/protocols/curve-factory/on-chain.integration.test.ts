import { curve } from "../../../devnet/protocols/curve.ts";
import { curveFactory as contracts } from "../../../devnet/protocols/curve-factory.ts";
import { curveMeta } from "../../../devnet/protocols/curve-meta.ts";
import { curveFactory } from "../../../src/protocols/curve-factory/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

conformsOnChain(curveFactory, {
  chainId: 1,
  // The pools' factory is that of the metapools, which stand on pools of `curve`.
  protocols: [curve, curveMeta, contracts],
  shake,
  read: ({ client }) => read(client, 1),
});
