import { balancerV3 } from "../../../devnet/protocols/balancer-v3.ts";
import { balancerV3Buffers } from "../../../devnet/protocols/balancer-v3-buffers.ts";
import { erc4626 } from "../../../devnet/protocols/erc4626.ts";
import { balancerV3Buffer } from "../../../src/protocols/balancer-v3-buffer/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { endow, shake, shakeAround } from "./shake.ts";

conformsOnChain(balancerV3Buffer, {
  chainId: 1,
  protocols: [erc4626, balancerV3, balancerV3Buffers],
  async shake(chain, random, round) {
    if (round === 0) await endow(chain, await read(chain.client, 1));
    await shakeAround(chain, random);
    await shake(chain, random);
  },
  read: ({ client }) => read(client, 1),
  holders: ({ builder }) => [builder.operator],
});
