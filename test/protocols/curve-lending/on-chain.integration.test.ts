import { curveLending as contracts } from "../../../devnet/protocols/curve-lending.ts";
import { curveLending } from "../../../src/protocols/curve-lending/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

conformsOnChain(curveLending, {
  chainId: 1,
  protocols: [contracts],
  shake,
  read: ({ client }) => read(client, 1),
});
