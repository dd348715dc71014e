import { sky as skyOnDevnet } from "../../../devnet/protocols/sky.ts";
import { sky } from "../../../src/protocols/sky/index.ts";
import { states } from "../../../src/protocols/sky/states.ts";
import { conformsOnChain } from "../on-chain.ts";

conformsOnChain(sky, {
  chainId: 1,
  protocols: [skyOnDevnet],
  async shake({ node }) {
    await node.mine({ blocks: 1 });
  },
  read: ({ chain }) => Promise.resolve(states.on(chain.chainId)),
});
