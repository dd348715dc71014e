import type { Address } from "viem";

/**
 * Routers by slug and chain id; the indexer does not read them.
 *
 * @see https://unpkg.com/@traderjoe-xyz/sdk-v2@3.0.21/dist/index.mjs
 */
const ROUTERS: Readonly<Record<string, Readonly<Record<number, Address>>>> = {
  "lfj-v2-1": {
    1: "0x9a93a421b74f1c5755b83dd2c211614dc419c44b",
    56: "0xb4315e873dbcf96ffd0acd8ea43f689d8c20fb30",
    42161: "0xa6598a0160f6392950c7759371b6dac8eec4f6a2",
    43114: "0xb4315e873dbcf96ffd0acd8ea43f689d8c20fb30",
  },
  "lfj-v2-2": {
    42161: "0x013e138ef6008ae5fdfde29700e3f2bc61d21e3a",
    43114: "0x18556da13313f3532c54711497a8fedac273220e",
  },
};

/** Contracts by which others trade in a deployment's pairs. */
export function swapExecuters(slug: string, chainId: number): readonly Address[] {
  const router = ROUTERS[slug]?.[chainId];
  return router === undefined ? [] : [router];
}
