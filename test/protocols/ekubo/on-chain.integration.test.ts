import { ekubo } from "../../../src/protocols/ekubo/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { createShake, EKUBO_CHAIN } from "./shake.ts";

conformsOnChain(ekubo, {
  ...EKUBO_CHAIN,
  shake: createShake(),
  read: ({ client }) => read(client),
});
