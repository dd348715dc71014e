/** Slug of vaults that no list and no factory tells of. */
export const NAMED_SLUG = "erc4626";

/** Chains on which requests may name vaults, by id. */
export const OPEN_CHAINS: readonly number[] = [1, 10, 56, 100, 137, 8453, 42161, 43114, 80094];

/** Gas of a view of such a vault, so that whoever names one names little work. */
export const NAMED_GAS = 1_000_000n;

/**
 * Whether anybody may have written the vault's code: what it says of its assets and its price is
 * believed of nothing but a trade with it.
 */
export function isNamed({ slug }: { readonly slug: string }): boolean {
  return slug === NAMED_SLUG;
}
