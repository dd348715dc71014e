import { wrappedNative } from "../../../src/protocols/wrapped-native/index.ts";
import { conformsOnChain } from "../on-chain.ts";

conformsOnChain(wrappedNative, {
  chainId: 1,
  protocols: [],
  async shake({ chain, node }) {
    // Stands for the deposits of those who would redeem as much.
    await node.setBalance({ address: chain.wrappedNative, value: 10n ** 31n });
    await node.mine({ blocks: 1 });
  },
  async read({ chain }) {
    return [{ id: chain.wrappedNative, slug: "weth", updatedBlock: 0, token: chain.wrappedNative }];
  },
});
