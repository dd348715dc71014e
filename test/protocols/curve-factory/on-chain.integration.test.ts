import { curve } from "../../../devnet/protocols/curve.ts";
import { curveEth } from "../../../devnet/protocols/curve-eth.ts";
import { curveFactory as contracts } from "../../../devnet/protocols/curve-factory.ts";
import { curveMeta } from "../../../devnet/protocols/curve-meta.ts";
import { lido, STETH } from "../../../devnet/protocols/lido.ts";
import { stakingTokens } from "../../../devnet/protocols/staking-tokens.ts";
import { lower, NATIVE } from "../../../src/lib/address.ts";
import { curveFactory } from "../../../src/protocols/curve-factory/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { endow, HOLDER, shake } from "./shake.ts";

/** Those of ether and stETH. */
const OF_STETH = [
  "0xdc24316b9ae028f1497c275eb9192a3ea0f67022",
  "0x21e27a5e5513d6e65c4f830167390997aa84843a",
];

conformsOnChain(curveFactory, {
  chainId: 1,
  // The pools' factory is that of the metapools, which stand on pools of `curve`.
  protocols: [lido, curve, curveMeta, contracts, curveEth, stakingTokens],
  async shake(chain, random, round) {
    if (round === 0) await endow(chain);
    await shake(chain, random, round);
  },
  read: ({ client }) => read(client, 1),
  // stETH has no word of storage that is a balance.
  holders: (_, token) => (token === lower(STETH) ? [HOLDER] : []),
  // Of stETH that is paid on the last unit may be lost again.
  sellsFor: ({ id }) => (OF_STETH.includes(id) ? NATIVE : undefined),
  rounding: (_, { tokenOut }) => (tokenOut === lower(STETH) ? 2n : 0n),
});
