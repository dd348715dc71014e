import type { DevnetToken } from "../manifest.ts";
import { UNISWAP_V2_FACTORY_ON_BASE } from "../protocols/uniswap-v2.ts";
import type { Market } from "./depth.ts";
import { constantProduct } from "./pair-list.ts";
import type { MarketPlan, Venue } from "./pool-plan.ts";
import { createRandom } from "./random.ts";

const UNISWAP_V2: Venue = { name: "uniswap-v2", factory: UNISWAP_V2_FACTORY_ON_BASE };

const PAIRS = ["WETH/USDC", "WETH/cbBTC", "WETH/AERO", "USDC/DAI"];

/** The pools of the devnet's Base besides Aerodrome's, which those protocols seed themselves. */
export function planChain8453(tokens: readonly DevnetToken[]): MarketPlan {
  const market: Market = { tokens, random: createRandom("weir devnet market 8453") };
  return { v2: PAIRS.map((pair) => constantProduct(market, UNISWAP_V2, pair)), v3: [] };
}
