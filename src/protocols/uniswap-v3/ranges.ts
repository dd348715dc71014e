import { type Address, parseAbiItem } from "viem";
import { literal } from "../operation.ts";
import type { RangePositions } from "../range-positions.ts";
import { isSpaced } from "./contracts.ts";
import type { UniswapV3Pool } from "./pool.ts";
import { addToRange } from "./range.ts";
import { managerCalls, mintCalls } from "./range-calls.ts";

/** @see https://github.com/Uniswap/v3-periphery/blob/0682387198a24c7cd63566a2c58398533860a5d1/contracts/interfaces/INonfungiblePositionManager.sol#L79 */
const MINT = parseAbiItem(
  "function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)",
);
/** @see https://github.com/PharaohExchange/pharaoh-contracts/blob/f59c300b622b6e761433ee939a0f80ec128b1920/contracts/CL/periphery/interfaces/IRamsesV3PositionManager.sol */
const MINT_BY_SPACING = parseAbiItem(
  "function mint((address token0, address token1, int24 tickSpacing, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)",
);
/** Where the managers of Ramses' code say what: they leave nonce and operator out. */
const WORDS_BY_SPACING = { token0: 0, token1: 1, liquidity: 5 };

const UNISWAP = "0xc36442b4a4522e871399cd717abdd847ab11fe88";
const PANCAKESWAP = "0x46a15b0b27311cedf172ab29e4f4766fbe7f4364";

/**
 * Position managers by slug and chain id; those that no public source states are missing. The
 * indexer does not read them.
 */
const MANAGERS: Readonly<Record<string, Readonly<Record<number, Address>>>> = {
  // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
  // https://github.com/Uniswap/docs/tree/8c5d09e23f/docs/contracts/v3/reference/deployments
  "uniswap-v3": {
    1: UNISWAP,
    10: UNISWAP,
    56: "0x7b8a01b39d58278b5de7e48c8449c9f4f5170613",
    137: UNISWAP,
    8453: "0x03a520b32c04bf3beef7beb72e919cf822ed34f1",
    42161: UNISWAP,
    43114: "0x655c406ebfa14ee2006250925e54ec43ad184f8b",
  },
  // https://unpkg.com/sushi@7.3.15/_esm/evm/config/features/sushiswap-v3.js
  // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v3/config.ts
  "sushiswap-v3": {
    1: "0x2214a42d8e2a1d20635c2cb0664422c528b6a432",
    10: "0x1af415a1eba07a4986a52b6f2e7de7003d82231e",
    56: "0xf70c086618dcf2b1a461311275e00d6b722ef914",
    100: "0xab235da7f52d35fb4551afba11bfb56e18774a65",
    137: "0xb7402ee99f0a008e461098ac3a27f4957df89a40",
    8453: "0x80c7dd17b01855a6d2347444a0fcc36136a314de",
    42161: "0xf0cbce1942a68beb3d1b73f0dd86c8dcc363ef49",
    43114: "0x18350b048ab366ed601ffdbc669110ecb36016f3",
  },
  // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v3/addresses.md
  "pancakeswap-v3": { 1: PANCAKESWAP, 56: PANCAKESWAP, 8453: PANCAKESWAP, 42161: PANCAKESWAP },
  // https://documentation.kodiak.finance/overview/kodiak-contracts
  "kodiak-v3": { 80094: "0xfe5e8c83ffe4d9627a75eaa7fee864768db989bd" },
  // https://docs.phar.gg/pages/contract-addresses
  "pharaoh-v3": { 43114: "0x0b4478e810d48b5882d4019d435a2f864bab4f39" },
};

/** Positions of Uniswap V3 and of forks whose pools have a fee for good. */
const byFee: RangePositions<UniswapV3Pool> = {
  ...managerCalls(MINT),
  manager: (slug, chainId) => MANAGERS[slug]?.[chainId] ?? null,
  keyedBy: ["poolFee"],
  hasHooks: false,
  takesNative: false,
  isPool: ({ token0, token1, feePips }, { tokens, feePips: fee }) =>
    token0 === tokens[0] && token1 === tokens[1] && feePips === fee,
  tickSpacing: ({ tickSpacing }) => tickSpacing,
  add: addToRange,
  mint: (manager, { pool, ...on }) =>
    mintCalls(manager, {
      ...{ ...on, mint: MINT, tokens: pool.tokens },
      key: { fee: literal(pool.feePips) },
    }),
};

/** Positions in pools that are told apart by their tick spacing. */
const bySpacing: RangePositions<UniswapV3Pool> = {
  ...byFee,
  ...managerCalls(MINT_BY_SPACING, WORDS_BY_SPACING),
  keyedBy: ["tickSpacing"],
  isPool: ({ token0, token1, tickSpacing }, pool) =>
    token0 === pool.tokens[0] && token1 === pool.tokens[1] && tickSpacing === pool.tickSpacing,
  mint: (manager, { pool, ...on }) =>
    mintCalls(manager, {
      ...{ ...on, mint: MINT_BY_SPACING, tokens: pool.tokens },
      key: { tickSpacing: literal(pool.tickSpacing) },
    }),
};

/** Positions in the pools of a deployment. */
export function ranges(slug: string): RangePositions<UniswapV3Pool> {
  return isSpaced(slug) ? bySpacing : byFee;
}

/** The managers' functions, by which transactions are read. */
export const functions = [...byFee.functions, MINT_BY_SPACING];
/** Those of them whose outcome nobody's trades move. */
export const { fixedFunctions } = byFee;
