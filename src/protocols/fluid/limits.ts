import { bitsOf, fromBigNumber } from "./words.ts";

const FOUR_DECIMALS = 10_000n;

/**
 * What must stay supplied, in the units of the word.
 *
 * @param word `_userSupplyData` of the Liquidity layer.
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/libraries/liquidityCalcs.sol#L249
 */
export function withdrawalLimitBefore(word: bigint, supplied: bigint, timestamp: bigint): bigint {
  const last = fromBigNumber(bitsOf(word, 65, 64));
  if (last === 0n) return 0n;
  const most = (bitsOf(word, 162, 14) * supplied) / FOUR_DECIMALS;
  const seconds = timestamp - bitsOf(word, 129, 33);
  const freed = (most * seconds) / bitsOf(word, 176, 24);
  const limit = last > freed ? last - freed : 0n;
  return supplied - most > limit ? supplied - most : limit;
}

/** The limit that is stored after an operation. */
export function withdrawalLimitAfter(word: bigint, supplied: bigint, before: bigint): bigint {
  if (supplied < baseLimitOf(word)) return 0n;
  const least = supplied - (supplied * bitsOf(word, 162, 14)) / FOUR_DECIMALS;
  return least > before ? least : before;
}

/** Below it all can be withdrawn, or all up to it be borrowed. */
export function baseLimitOf(word: bigint): bigint {
  return fromBigNumber(bitsOf(word, 200, 18));
}

/**
 * What may be borrowed in all, in the units of the word.
 *
 * @param word `_userBorrowData` of the Liquidity layer.
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/libraries/liquidityCalcs.sol#L361
 */
export function borrowLimitBefore(word: bigint, borrowed: bigint, timestamp: bigint): bigint {
  const room = (borrowed * bitsOf(word, 162, 14)) / FOUR_DECIMALS;
  const seconds = timestamp - bitsOf(word, 129, 33);
  const grown = (room * seconds) / bitsOf(word, 176, 24) + fromBigNumber(bitsOf(word, 65, 64));
  const limit = grown > borrowed + room ? borrowed + room : grown;
  if (limit < baseLimitOf(word)) return baseLimitOf(word);
  const most = fromBigNumber(bitsOf(word, 218, 18));
  return limit > most ? most : limit;
}

/** The limit that is stored after an operation. */
export function borrowLimitAfter(word: bigint, borrowed: bigint, before: bigint): bigint {
  const expanded = borrowed + (borrowed * bitsOf(word, 162, 14)) / FOUR_DECIMALS;
  if (expanded < baseLimitOf(word)) return baseLimitOf(word);
  const most = fromBigNumber(bitsOf(word, 218, 18));
  const limit = expanded > most ? most : expanded;
  return before > limit ? limit : before;
}
