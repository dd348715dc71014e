import { liquidityBook } from "../../../src/protocols/liquidity-book/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { LIQUIDITY_BOOK_CHAIN, shake } from "./shake.ts";

conformsOnChain(liquidityBook, {
  ...LIQUIDITY_BOOK_CHAIN,
  shake,
  read: ({ client }) => read(client, 1),
});
