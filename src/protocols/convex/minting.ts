/** https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/Cvx.sol */
const MAX_SUPPLY = 100_000_000n * 10n ** 18n;
const TOTAL_CLIFFS = 1_000n;
const REDUCTION_PER_CLIFF = MAX_SUPPLY / TOTAL_CLIFFS;

/**
 * CVX that is minted to whoever claims CRV, rounded down, as `mint` of ConvexToken.
 *
 * @param crv Smallest unit, of 18 decimals as CVX.
 * @param supply CVX before the claim, smallest unit.
 * @see https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/Cvx.sol
 */
export function mintedDown(crv: bigint, supply: bigint): bigint {
  const cliff = supply / REDUCTION_PER_CLIFF;
  if (cliff >= TOTAL_CLIFFS) return 0n;
  const amount = (crv * (TOTAL_CLIFFS - cliff)) / TOTAL_CLIFFS;
  const left = MAX_SUPPLY - supply;
  return amount < left ? amount : left;
}
