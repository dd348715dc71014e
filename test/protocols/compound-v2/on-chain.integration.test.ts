import type { PublicClient } from "viem";
import {
  compoundV2 as compoundOnDevnet,
  type DevnetFork,
  forkProtocol,
  moonwell,
} from "../../../devnet/protocols/compound-v2.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { generatedAddress } from "../../../devnet/token-list.ts";
import { lower } from "../../../src/lib/address.ts";
import type { CompoundV2Contracts } from "../../../src/protocols/compound-v2/contracts.ts";
import { compoundV2 } from "../../../src/protocols/compound-v2/index.ts";
import type { CompoundV2Market } from "../../../src/protocols/compound-v2/pool.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read, readOf } from "./read.ts";
import { shake } from "./shake.ts";

/** Venus's rules on the chain of the test: caps of worth, a fee, reserves that are paid out. */
const VENUS: DevnetFork = {
  slug: "venus",
  comptroller: generatedAddress("venus comptroller"),
  ...{ reward: "COMP", ticksPerYear: 2_628_000n, bySecond: false, capsWorth: true },
  markets: [
    {
      ...{ cToken: generatedAddress("vETH"), symbol: "vETH", asset: "WETH", kind: "native" },
      ...{ supplied: 9_000n, borrowed: 900n, cap: 10n ** 12n },
    },
    {
      ...{ cToken: generatedAddress("vUSDC"), symbol: "vUSDC", asset: "USDC", kind: "token" },
      ...{ supplied: 5_000_000n, borrowed: 3_900_000n, cap: 10n ** 12n },
    },
  ],
};
const venus: CompoundV2Contracts = {
  ...{ fork: "venus", comptroller: lower(VENUS.comptroller), unwrapping: [] },
  native: generatedAddress("vETH"),
};

type Read = (client: PublicClient) => Promise<readonly CompoundV2Market[]>;

/** Tries markets of a chain with one protocol against their contracts. */
function conforms(chainId: 1 | 8453, protocol: DevnetProtocol, readThem: Read): void {
  let byRouter = true;
  // While shares stand still, a wallet may use its own, and nobody can be given some to try it
  // with.
  const family = {
    ...compoundV2,
    edges: (state: CompoundV2Market) =>
      state.isTransferPaused && !byRouter ? [] : compoundV2.edges(state),
  };
  conformsOnChain(family, {
    ...{ chainId, protocols: [protocol] },
    async shake(chain, random, round) {
      byRouter = round % 2 === 0;
      await shake(chain, random, await readThem(chain.client));
    },
    read: ({ client }) => readThem(client),
  });
}

conforms(1, compoundOnDevnet, (client) => read(client, 1));
conforms(8453, moonwell, (client) => read(client, 8453));
conforms(1, forkProtocol(VENUS), (client) => readOf(client, 1, "venus", venus));
