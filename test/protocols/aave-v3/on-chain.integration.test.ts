import { aaveV30, LENDER, aaveV3 as upgraded } from "../../../devnet/protocols/aave-v3.ts";
import { AAVE_V3, marketAddress } from "../../../devnet/protocols/aave-v3-markets.ts";
import { ROUNDING } from "../../../src/api/simulation/rounding.ts";
import { max } from "../../../src/lib/math.ts";
import { aaveV3 } from "../../../src/protocols/aave-v3/index.ts";
import { type AaveV3Reserve, edges, maxIn } from "../../../src/protocols/aave-v3/pool.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { sized } from "../../harness/size.ts";
import { conformsOnChain } from "../on-chain.ts";
import { suppliedOf } from "./read.ts";
import { shake, shakenReserves } from "./shake.ts";

/** Has the aTokens that the lender has not. */
const TREASURY = marketAddress(AAVE_V3, "treasury");

let byRouter = true;

/**
 * The aTokens that the lender and the treasury can give, both of whose balances are rounded down.
 * More comes by a deposit, where the market takes one.
 */
function held(state: AaveV3Reserve, { action }: Edge): bigint | undefined {
  const [deposit] = edges(state);
  if (action === "deposit" || deposit === undefined) return undefined;
  const supplied = suppliedOf(state);
  if (maxIn(state, deposit) > 2n * supplied) return undefined;
  return max(0n, supplied - 1n - ROUNDING);
}

for (const contracts of sized({ always: [upgraded], nightly: [upgraded, aaveV30] })) {
  conformsOnChain(
    {
      ...aaveV3,
      // A wallet that holds aTokens sends none before it withdraws: what it names is paid, and
      // nothing is rounded. Nor can a payer be given aTokens while their reserve is paused. Both
      // have tests of their own below.
      edges: (state: AaveV3Reserve) =>
        aaveV3
          .edges(state)
          .filter(({ action }) => action === "deposit" || (byRouter && !state.isPaused)),
    },
    {
      chainId: 1,
      protocols: [contracts],
      holders: () => [LENDER, TREASURY],
      held,
      async shake(chain, random, round) {
        byRouter = round % 2 === 0;
        await shake(chain, random, { gifts: true });
      },
      read: shakenReserves,
    },
  );
}
