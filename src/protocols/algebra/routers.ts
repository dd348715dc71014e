import type { Address } from "viem";

/** Routers by slug; the indexer does not read them. */
const ROUTERS: Readonly<Record<string, readonly Address[]>> = {
  // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/algebra/config.ts
  "quickswap-v3": ["0xf5b509bb0909a69b1c207e495f687a596c168e12"],
  "camelot-v3": ["0x1f721e2e82f6676fce4ea07a5958cf098d339e18"],
  "swapr-v3": ["0xffb643e73f280b97809a8b41f7232ab401a04ee1"],
  // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/algebra-integral/config.ts
  "quickswap-v4": ["0xe6c9bb24ddb4ae5c6632dbe0de14e3e474c6cb04"],
  "blackhole-cl": ["0xabfc48e8bed7b26762745f3139555f320119709d"],
  "supernova-cl": ["0x72d63a5b080e1b89cc93f9b9f50cbfa5e291c8ac"],
  // https://docs.camelot.exchange/contracts/arbitrum/one-mainnet
  "camelot-v4": ["0x4ee15342d6deb297c3a2aa7cffd451f788675f53"],
};

/** Contracts by which others trade in a deployment's pools. */
export function swapExecuters(slug: string): readonly Address[] {
  return ROUTERS[slug] ?? [];
}
