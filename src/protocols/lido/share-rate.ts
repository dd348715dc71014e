/** Ether that Lido holds for its own stakers, wei, and the shares it is divided by. */
export interface ShareRate {
  readonly internalEther: bigint;
  readonly internalShares: bigint;
}

/**
 * Shares of an amount of ether, rounded down.
 *
 * @see https://github.com/lidofinance/core/blob/372b02e197df61fdf1a443de18acb514804b828d/contracts/0.4.24/StETH.sol#L310
 */
export function sharesByEtherDown(rate: ShareRate, ether: bigint): bigint {
  return (ether * rate.internalShares) / rate.internalEther;
}

/**
 * Ether of a number of shares, rounded down.
 *
 * @see https://github.com/lidofinance/core/blob/372b02e197df61fdf1a443de18acb514804b828d/contracts/0.4.24/StETH.sol#L322
 */
export function etherBySharesDown(rate: ShareRate, shares: bigint): bigint {
  return (shares * rate.internalEther) / rate.internalShares;
}

/**
 * What an account without stETH has after a transfer of an amount to it: whole shares move, so that
 * mostly a wei is lost.
 */
export function arriving(rate: ShareRate, amount: bigint): bigint {
  return etherBySharesDown(rate, sharesByEtherDown(rate, amount));
}

/**
 * The rate after a deposit of ether, for which shares are issued. One to one while there are none.
 */
export function increased(rate: ShareRate, ether: bigint): ShareRate {
  const shares = rate.internalEther === 0n ? ether : sharesByEtherDown(rate, ether);
  return {
    internalEther: rate.internalEther + ether,
    internalShares: rate.internalShares + shares,
  };
}
