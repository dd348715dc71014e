import type { DevnetToken } from "../manifest.ts";
import { KODIAK_V2_FACTORY } from "../protocols/uniswap-v2.ts";
import { KODIAK_V3_FACTORY } from "../protocols/uniswap-v3.ts";
import type { Market } from "./depth.ts";
import { concentrated, constantProduct } from "./pair-list.ts";
import type { MarketPlan, Venue } from "./pool-plan.ts";
import type { Shape } from "./pool-shape.ts";
import { createRandom } from "./random.ts";

const KODIAK_V2: Venue = { name: "kodiak-v2", factory: KODIAK_V2_FACTORY };
const KODIAK_V3: Venue = { name: "kodiak-v3", factory: KODIAK_V3_FACTORY };

const V2_PAIRS = [
  "WBERA/HONEY",
  "WBERA/USDC.e",
  "WBERA/WETH",
  "WBERA/iBGT",
  "HONEY/BYUSD",
  "WBERA/WBTC",
];

const V3_POOLS: Readonly<Record<Shape, string>> = {
  pegged: "HONEY/USDC.e:500 HONEY/BYUSD:500 USDT0/HONEY:500",
  volatile: `WBERA/HONEY:3000 WBERA/HONEY:500 USDC.e/WBERA:3000 USDC.e/WBERA:10000 WETH/WBERA:3000 WBTC/WETH:3000
    WBTC/HONEY:3000 WETH/HONEY:3000 iBGT/WBERA:3000 USDT0/WBERA:3000`,
};

/** Every pool of the devnet's Berachain. */
export function planChain80094(tokens: readonly DevnetToken[]): MarketPlan {
  const market: Market = { tokens, random: createRandom("weir devnet market 80094") };
  return {
    v2: V2_PAIRS.map((pair) => constantProduct(market, KODIAK_V2, pair)),
    v3: concentrated(market, KODIAK_V3, V3_POOLS),
  };
}
