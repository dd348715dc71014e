import { solidly } from "../../../src/protocols/solidly/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { aerodromePools, shake } from "./market.ts";
import { read } from "./read.ts";

conformsOnChain(solidly, {
  chainId: 8453,
  protocols: [aerodromePools],
  shake,
  read: ({ client }) => read(client, 8453),
});
