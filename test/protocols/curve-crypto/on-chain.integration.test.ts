import { curveCrypto as contracts } from "../../../devnet/protocols/curve-crypto.ts";
import { curveCrypto } from "../../../src/protocols/curve-crypto/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

conformsOnChain(curveCrypto, {
  chainId: 1,
  protocols: [contracts],
  shake,
  read: ({ client }) => read(client, 1),
});
