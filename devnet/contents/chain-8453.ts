import { planChain8453 } from "../market/plan-8453.ts";
import { aerodrome } from "../protocols/aerodrome.ts";
import {
  aerodromeSlipstreamMarket,
  aerodromeSlipstreamPools,
} from "../protocols/aerodrome-slipstream.ts";
import { moonwell } from "../protocols/compound-v2.ts";
import { marketMaker } from "../protocols/market-maker.ts";
import { multicall3 } from "../protocols/multicall3.ts";
import { opStack } from "../protocols/op-stack.ts";
import {
  pancakeswapInfinityMarket,
  pancakeswapInfinityPools,
} from "../protocols/pancakeswap-infinity.ts";
import {
  pancakeswapInfinityBinMarket,
  pancakeswapInfinityBinPools,
} from "../protocols/pancakeswap-infinity-bin.ts";
import { permit2 } from "../protocols/permit2.ts";
import { priceFeeds } from "../protocols/price-feeds.ts";
import { skyPsm3 } from "../protocols/sky-psm3.ts";
import { tokens } from "../protocols/tokens.ts";
import { uniswapV2 } from "../protocols/uniswap-v2.ts";
import { wrappedNative } from "../protocols/wrapped-native.ts";
import { tokenList } from "../token-list.ts";
import type { ChainContents } from "./contents.ts";

/** Base. */
export const chain8453: ChainContents = {
  tokens: () => tokenList(8453),
  venues: [multicall3, permit2, wrappedNative, tokens, marketMaker, uniswapV2],
  plan: planChain8453,
  others: [
    ...[aerodrome, aerodromeSlipstreamMarket],
    ...[pancakeswapInfinityMarket, pancakeswapInfinityBinMarket],
    ...[moonwell, skyPsm3, priceFeeds, opStack],
  ],
  ownPools: aerodromeSlipstreamPools,
  managedPools: (list) => [...pancakeswapInfinityPools(list), ...pancakeswapInfinityBinPools(list)],
};
