import { type Address, type Hex, pad } from "viem";
import { MAX_UINT128 } from "../../lib/math.ts";
import type { BalancerV3BufferRow } from "./schema.ts";

const BITS = 128n;

/** Id of the buffer of a wrapped token: a word, as the token's address is that of its vault. */
export function idOf(wrapped: Address): Hex {
  return pad(wrapped);
}

/** What of a buffer never changes. */
export type BufferFacts = Pick<
  BalancerV3BufferRow,
  "chainId" | "id" | "slug" | "vault" | "wrapped" | "asset"
>;

/** A buffer that has nothing yet: it is made, and first filled, while buffers are not paused. */
export function made(facts: BufferFacts, block: number): BalancerV3BufferRow {
  return { ...facts, assetBalance: 0n, wrappedBalance: 0n, isPaused: false, updatedBlock: block };
}

/**
 * Balances as every event of a buffer packs them.
 *
 * @see https://unpkg.com/@balancer-labs/v3-solidity-utils@1.0.0/contracts/helpers/PackedTokenBalance.sol
 */
export function balancesOf(
  packed: Hex,
): Pick<BalancerV3BufferRow, "assetBalance" | "wrappedBalance"> {
  const word = BigInt(packed);
  return { assetBalance: word & MAX_UINT128, wrappedBalance: word >> BITS };
}
