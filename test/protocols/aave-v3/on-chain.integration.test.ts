import { aaveV3 as aaveDevnet, LENDER } from "../../../devnet/protocols/aave-v3.ts";
import { aaveV3 } from "../../../src/protocols/aave-v3/index.ts";
import { type AaveV3Reserve, maxIn } from "../../../src/protocols/aave-v3/pool.ts";
import { conformsOnChain } from "../on-chain.ts";
import { shake, shakenReserves } from "./market.ts";

const BLOCK_SECONDS = 12n;

/** The block after the newest, for which limits are computed. */
let next = { timestamp: 0n };
let byRouter = true;

conformsOnChain(
  {
    ...aaveV3,
    maxIn: (state: AaveV3Reserve, edge) => maxIn(state, edge, next),
    // A wallet that holds aTokens sends none before it withdraws: what it names is paid, and nothing is rounded. Nor can a payer
    // be given aTokens while their reserve is paused. Both have tests of their own below.
    edges: (state: AaveV3Reserve) =>
      aaveV3
        .edges(state)
        .filter(({ action }) => action === "deposit" || (byRouter && !state.isPaused)),
  },
  {
    chainId: 1,
    protocols: [aaveDevnet],
    holders: () => [LENDER],
    async shake(chain, random, round) {
      byRouter = round % 2 === 0;
      await shake(chain, random, { gifts: true });
    },
    async read(chain) {
      const { timestamp } = await chain.client.getBlock();
      next = { timestamp: timestamp + BLOCK_SECONDS };
      return shakenReserves(chain);
    },
  },
);
