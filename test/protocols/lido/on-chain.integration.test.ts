import type { Address } from "viem";
import { lido } from "../../../src/protocols/lido/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { endow, LIDO_CHAIN, shake } from "./shake.ts";

const HOLDER: Address = "0x00000000000000000000000000000000000f00d1";

conformsOnChain(lido, {
  ...LIDO_CHAIN,
  async shake(chain, random, round) {
    if (round === 0) await endow(chain, HOLDER, 10n ** 24n);
    await shake(chain, random);
  },
  read: ({ client }) => read(client, 1),
  holders: () => [HOLDER],
  largest: 10n ** 23n,
});
