import { infrared } from "../../../devnet/protocols/infrared.ts";
import { ETHER_FI, stakingTokens as onDevnet } from "../../../devnet/protocols/staking-tokens.ts";
import { lower } from "../../../src/lib/address.ts";
import { stakingTokens } from "../../../src/protocols/staking-tokens/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { ELSEWHERE } from "./elsewhere.ts";
import { read, readOf } from "./read.ts";
import { shake, shakeInfrared } from "./shake.ts";

/** Holds all eETH of the devnet. */
const HOLDER = lower(ETHER_FI.weEth);

conformsOnChain(stakingTokens, {
  ...{ chainId: 1, protocols: [onDevnet], largest: 10n ** 22n },
  holders: (_chain, token) => (token === lower(ETHER_FI.eEth) ? [HOLDER] : []),
  shake,
  read: ({ client }) => read(client, 1),
});

conformsOnChain(stakingTokens, {
  ...{ chainId: 80_094, protocols: [infrared], largest: 10n ** 24n, shake: shakeInfrared },
  read: ({ client }) => read(client, 80_094),
});

for (const { slug, contracts, protocol, shake: shakeElsewhere } of ELSEWHERE) {
  conformsOnChain(stakingTokens, {
    ...{ chainId: 1, protocols: [protocol], largest: 10n ** 22n, shake: shakeElsewhere },
    read: async ({ client }) => [await readOf(client, 1, slug, contracts)],
  });
}
