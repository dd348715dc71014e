import { balancerV3 as contracts } from "../../../devnet/protocols/balancer-v3.ts";
import { balancerV3 } from "../../../src/protocols/balancer-v3/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { endow, shake } from "./shake.ts";

conformsOnChain(balancerV3, {
  chainId: 1,
  protocols: [contracts],
  async shake(chain, random, round) {
    if (round === 0) await endow(chain, await read(chain.client, 1));
    await shake(chain, random);
  },
  read: ({ client }) => read(client, 1),
  holders: ({ builder }) => [builder.operator],
});
