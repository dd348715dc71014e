import type { Address } from "viem";
import { algebra } from "../../../src/protocols/algebra/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { readPools } from "./read.ts";
import { ALGEBRA_CHAIN, CHAIN_ID, createShake, FACTORIES } from "./shake.ts";

const windows = new Map<Address, number | null>();

conformsOnChain(algebra, {
  ...ALGEBRA_CHAIN,
  shake: createShake(),
  read: ({ client }) => readPools(client, { chainId: CHAIN_ID, factories: FACTORIES, windows }),
});
