import { OPERATOR } from "../../../devnet/chains.ts";
import { erc4626 as contracts } from "../../../devnet/protocols/erc4626.ts";
import { morphoBlue } from "../../../devnet/protocols/morpho-blue.ts";
import { morphoVaultsV2 } from "../../../devnet/protocols/morpho-vaults-v2.ts";
import { lower } from "../../../src/lib/address.ts";
import { erc4626 } from "../../../src/protocols/erc4626/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { passTime } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { shakeVaults } from "./shake-vaults.ts";

const held = new Map<string, bigint>();

conformsOnChain(erc4626, {
  chainId: 1,
  protocols: [contracts, morphoBlue, morphoVaultsV2],
  read: ({ client }) => read(client, 1, lower(OPERATOR), held),
  // A vault with less than its supply to pay tells so only who has more shares than it pays.
  held: ({ id }, { action }) => (action === "redeem" ? held.get(id) : undefined),
  async shake(chain, random) {
    await shakeVaults(chain, await read(chain.client, 1, lower(OPERATOR)), random);
    if (random() < 0.3) await passTime(chain, Math.floor(random() * 3_000_000));
    chain.builder.queue({ to: OPERATOR, gas: 50_000n, label: "a transaction" });
    await chain.builder.flush();
  },
});
