import { masterChef } from "../../../src/protocols/masterchef/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { PAIR_HOLDER } from "../pairs.ts";
import { read } from "./read.ts";
import { CHEF_CHAIN, shake } from "./shake.ts";

conformsOnChain(masterChef, {
  ...CHEF_CHAIN,
  shake,
  read: ({ client }) => read(client, 1),
  holders: () => [PAIR_HOLDER],
  largest: 10n ** 12n,
});
