import { type Address, parseAbiItem } from "viem";
import { literal } from "../operation.ts";
import type { RangePositions } from "../range-positions.ts";
import { addToRange } from "../uniswap-v3/range.ts";
import { managerCalls, mintCalls } from "../uniswap-v3/range-calls.ts";
import type { SlipstreamPool } from "./pool.ts";

/** @see https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/contracts/periphery/interfaces/INonfungiblePositionManager.sol */
const MINT = parseAbiItem(
  "function mint((address token0, address token1, int24 tickSpacing, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline, uint160 sqrtPriceX96) params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)",
);
/** The pool is not made with the first position. */
const NO_PRICE = 0n;

/**
 * Position managers by slug, of the chain that the deployment is on; the indexer does not read
 * them.
 */
const MANAGERS: Readonly<Record<string, Address>> = {
  // https://github.com/aerodrome-finance/slipstream/blob/7844368af8/script/constants/output/DeployCL-Base.json
  "aerodrome-slipstream": "0x827922686190790b37229fd06084350e74485b72",
  // https://github.com/aerodrome-finance/slipstream/blob/7844368af8/script/constants/output/DeployCL-Base-Gauge-Caps.json
  "aerodrome-slipstream-caps": "0xa990c6a764b73bf43cee5bb40339c3322fb9d55f",
  // https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/README.md
  "velodrome-slipstream": "0x416b433906b1b72fa758e166e239c43d68dc6f29",
  // https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/script/constants/output/DeployCL-Optimism.json
  "velodrome-slipstream-v2": "0xf7f8ccce99ca2896ec75d3a399d152db96808399",
};

/** Positions of Slipstream that are not staked. */
export const ranges: RangePositions<SlipstreamPool> = {
  ...managerCalls(MINT),
  manager: (slug) => MANAGERS[slug] ?? null,
  keyedBy: ["tickSpacing"],
  hasHooks: false,
  takesNative: false,
  isPool: ({ token0, token1, tickSpacing }, pool) =>
    token0 === pool.tokens[0] && token1 === pool.tokens[1] && tickSpacing === pool.tickSpacing,
  tickSpacing: ({ tickSpacing }) => tickSpacing,
  add: addToRange,
  mint: (manager, { pool, ...on }) =>
    mintCalls(manager, {
      ...{ ...on, mint: MINT, tokens: pool.tokens },
      key: { tickSpacing: literal(pool.tickSpacing), sqrtPriceX96: literal(NO_PRICE) },
    }),
};
