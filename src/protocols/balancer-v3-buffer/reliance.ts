import { isNamed } from "../erc4626/open.ts";
import type { Erc4626Vault } from "../erc4626/pool.ts";
import type { PoolState, Reliance } from "../protocol.ts";
import type { BalancerV3Buffer } from "./pool.ts";

/**
 * A buffer trades at the previews of the vault whose share it wraps. They are believed where they
 * follow that vault's own formula, as those of its deposits are, and its code is not just
 * anybody's: whoever makes a buffer of a vault of their own names its price.
 */
export const reliance: Reliance<BalancerV3Buffer> = {
  on: ({ wrapped }) => wrapped,
  given: (state, other) => ({
    ...state,
    wrapper: other !== null && isBelieved(other, state) ? other : null,
  }),
};

function isBelieved(other: PoolState, { asset }: BalancerV3Buffer): other is Erc4626Vault {
  return isVault(other) && other.usable && other.asset === asset && !isNamed(other);
}

function isVault(state: PoolState): state is Erc4626Vault {
  return "assetsTerm" in state && "sharesTerm" in state && "usable" in state;
}
