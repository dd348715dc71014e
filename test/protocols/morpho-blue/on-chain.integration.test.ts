import { morphoBlue as contracts } from "../../../devnet/protocols/morpho-blue.ts";
import { morphoBlue } from "../../../src/protocols/morpho-blue/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { mineLater, shakeMarket } from "./shake.ts";

conformsOnChain(morphoBlue, {
  chainId: 1,
  protocols: [contracts],
  read: ({ client }) => read(client, 1),
  async shake(chain, random) {
    for (const state of await read(chain.client, 1)) await shakeMarket(chain, state, random);
    await mineLater(chain, random);
  },
});
