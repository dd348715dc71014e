import {
  COMET_LENDER,
  compoundV3 as compoundOnDevnet,
} from "../../../devnet/protocols/compound-v3.ts";
import { compoundV3 } from "../../../src/protocols/compound-v3/index.ts";
import type { CompoundV3Market } from "../../../src/protocols/compound-v3/pool.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

const TRANSFER_PAUSED = 2;
const SUPPLY_PAUSED = 1;
let byRouter = true;

conformsOnChain(
  {
    ...compoundV3,
    // A wallet that holds the token sends none before it withdraws: what it names is paid, and
    // nothing is rounded. Nor can a payer be given some while the market moves or takes none. Both
    // have tests of their own.
    edges: (state: CompoundV3Market) =>
      compoundV3
        .edges(state)
        .filter(
          ({ action }) =>
            action === "deposit" ||
            (byRouter && (state.pauseFlags & (TRANSFER_PAUSED | SUPPLY_PAUSED)) === 0),
        ),
  },
  {
    chainId: 1,
    protocols: [compoundOnDevnet],
    holders: () => [COMET_LENDER],
    async shake(chain, random, round) {
      byRouter = round % 2 === 0;
      await shake(chain, random);
    },
    read: ({ client, chain }) => read(client, chain.chainId),
  },
);
