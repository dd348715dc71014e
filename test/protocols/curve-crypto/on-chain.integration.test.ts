import { curveCrypto as contracts } from "../../../devnet/protocols/curve-crypto.ts";
import { curveCrypto } from "../../../src/protocols/curve-crypto/index.ts";
import type { CurveCryptoPool } from "../../../src/protocols/curve-crypto/pool.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

/** Newton's method ends within 10^-14 of a balance. */
const SEARCH = 10n ** 14n;

conformsOnChain(curveCrypto, {
  chainId: 1,
  protocols: [contracts],
  shake,
  read: ({ client }) => read(client, 1),
  rounding: (state, { tokenOut }) => {
    const { coins, balances, supply, older } = state as CurveCryptoPool;
    return older === null ? 0n : (balances[coins.indexOf(tokenOut)] ?? supply) / SEARCH;
  },
});
