import { skyPsm3 as onDevnet } from "../../../devnet/protocols/sky-psm3.ts";
import { skyPsm3 } from "../../../src/protocols/sky-psm3/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

conformsOnChain(skyPsm3, {
  chainId: 8453,
  protocols: [onDevnet],
  shake,
  read: ({ client, chain }) => read(client, chain.chainId),
});
