import { curve } from "../../../devnet/protocols/curve.ts";
import { curveEth } from "../../../devnet/protocols/curve-eth.ts";
import { curveFactory as contracts } from "../../../devnet/protocols/curve-factory.ts";
import { curveMeta } from "../../../devnet/protocols/curve-meta.ts";
import { stakingTokens } from "../../../devnet/protocols/staking-tokens.ts";
import { curveFactory } from "../../../src/protocols/curve-factory/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

conformsOnChain(curveFactory, {
  chainId: 1,
  // The pools' factory is that of the metapools, which stand on pools of `curve`.
  protocols: [curve, curveMeta, contracts, curveEth, stakingTokens],
  shake,
  read: ({ client }) => read(client, 1),
});
