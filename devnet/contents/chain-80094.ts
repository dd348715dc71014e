import { planChain80094 } from "../market/plan-80094.ts";
import { algebraIntegralMarket, algebraIntegralPools } from "../protocols/algebra-integral.ts";
import { bex } from "../protocols/balancer-v2.ts";
import { berachainRewardVault } from "../protocols/berachain-reward-vault.ts";
import { erc4626 } from "../protocols/erc4626.ts";
import { infrared } from "../protocols/infrared.ts";
import { marketMaker } from "../protocols/market-maker.ts";
import { multicall3 } from "../protocols/multicall3.ts";
import { permit2 } from "../protocols/permit2.ts";
import { tokens } from "../protocols/tokens.ts";
import { kodiakV2 } from "../protocols/uniswap-v2.ts";
import { kodiakV3 } from "../protocols/uniswap-v3.ts";
import { wrappedNative } from "../protocols/wrapped-native.ts";
import { tokenList } from "../token-list.ts";
import type { ChainContents } from "./contents.ts";

/** Berachain. */
export const chain80094: ChainContents = {
  tokens: () => tokenList(80094),
  venues: [multicall3, permit2, wrappedNative, tokens, marketMaker, kodiakV2, kodiakV3, bex],
  plan: planChain80094,
  others: [erc4626, berachainRewardVault, infrared, algebraIntegralMarket],
  ownPools: algebraIntegralPools,
};
