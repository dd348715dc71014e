import { curveCrypto as contracts } from "../../../devnet/protocols/curve-crypto.ts";
import { curveCrypto } from "../../../src/protocols/curve-crypto/index.ts";
import { E18 } from "../../../src/protocols/curve-crypto/newton.ts";
import type { CurveCryptoPool } from "../../../src/protocols/curve-crypto/pool.ts";
import { scaled } from "../../../src/protocols/curve-crypto/reserves.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";
import { unitPays } from "./unit-pays.ts";

/** Newton's method of older code ends within 10^-14 of a balance. */
const SEARCH = 10n ** 14n;

/**
 * Newer code solves for a balance in one, and only for the invariant of a deposit by Newton's
 * method. That knows balances by K0 alone, n^n times their product over D^n, of 18 decimals: each
 * coin's division rounds off up to a unit, a part of 1 / K0, and what K0 is off by D is off by at
 * most.
 */
function rounding(state: CurveCryptoPool, { action, tokenOut }: Edge): bigint {
  const { coins, balances, supply, d, older } = state;
  if (older !== null) return (balances[coins.indexOf(tokenOut)] ?? supply) / SEARCH;
  if (action !== "deposit") return 0n;
  const n = BigInt(coins.length);
  const k0 = scaled(state).reduce((product, x) => (product * n * x) / d, E18);
  return k0 === 0n ? supply : (n * supply) / k0;
}

conformsOnChain(curveCrypto, {
  chainId: 1,
  protocols: [contracts],
  shake,
  read: ({ client }) => read(client, 1),
  rounding: (state, edge) => rounding(state as CurveCryptoPool, edge),
  unitPays: (state, edge, at) => unitPays(state as CurveCryptoPool, edge, at),
});
