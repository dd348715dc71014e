import { marketMaker } from "../protocols/market-maker.ts";
import { multicall3 } from "../protocols/multicall3.ts";
import { permit2 } from "../protocols/permit2.ts";
import { pharaohV3Market, pharaohV3Pools } from "../protocols/pharaoh-v3.ts";
import { priceFeeds } from "../protocols/price-feeds.ts";
import { tokens } from "../protocols/tokens.ts";
import { wrappedNative } from "../protocols/wrapped-native.ts";
import { tokenList } from "../token-list.ts";
import type { ChainContents } from "./contents.ts";

/** Avalanche, with Pharaoh's pools alone. */
export const chain43114: ChainContents = {
  tokens: () => tokenList(43114),
  venues: [multicall3, permit2, wrappedNative, tokens, marketMaker],
  plan: () => ({ v2: [], v3: [] }),
  others: [pharaohV3Market, priceFeeds],
  ownPools: pharaohV3Pools,
};
