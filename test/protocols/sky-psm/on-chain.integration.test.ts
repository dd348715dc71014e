import { skyPsm as skyPsmOnDevnet } from "../../../devnet/protocols/sky-psm.ts";
import { skyPsm } from "../../../src/protocols/sky-psm/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

conformsOnChain(skyPsm, {
  chainId: 1,
  protocols: [skyPsmOnDevnet],
  shake,
  read: ({ client, chain }) => read(client, chain.chainId),
});
