import { aaveV30, LENDER, aaveV3 as upgraded } from "../../../devnet/protocols/aave-v3.ts";
import { aaveV3 } from "../../../src/protocols/aave-v3/index.ts";
import type { AaveV3Reserve } from "../../../src/protocols/aave-v3/pool.ts";
import { sized } from "../../harness/size.ts";
import { conformsOnChain } from "../on-chain.ts";
import { shake, shakenReserves } from "./market.ts";

let byRouter = true;

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
      holders: () => [LENDER],
      async shake(chain, random, round) {
        byRouter = round % 2 === 0;
        await shake(chain, random, { gifts: true });
      },
      read: shakenReserves,
    },
  );
}
