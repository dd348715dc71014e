import { parseAbi } from "viem";

/** @see https://github.com/curvefi/stableswap-ng/blob/2abe778f40206a6c0fd108a0a53ad3266cbedeee/contracts/main/CurveStableSwapNG.vy */
export const CurveStableSwapNg = parseAbi([
  "event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)",
  "event TokenExchangeUnderlying(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)",
  "event AddLiquidity(address indexed provider, uint256[] token_amounts, uint256[] fees, uint256 invariant, uint256 token_supply)",
  "event RemoveLiquidity(address indexed provider, uint256[] token_amounts, uint256[] fees, uint256 token_supply)",
  "event RemoveLiquidityOne(address indexed provider, int128 token_id, uint256 token_amount, uint256 coin_amount, uint256 token_supply)",
  "event RemoveLiquidityImbalance(address indexed provider, uint256[] token_amounts, uint256[] fees, uint256 invariant, uint256 token_supply)",
  "event RampA(uint256 old_A, uint256 new_A, uint256 initial_time, uint256 future_time)",
  "event StopRampA(uint256 A, uint256 t)",
  "event ApplyNewFee(uint256 fee, uint256 offpeg_fee_multiplier)",
]);

/**
 * What a pool says of itself as a token, when it is made: nothing moves from nobody to its factory.
 */
export const CurveStableSwapNgToken = parseAbi([
  "event Transfer(address indexed sender, address indexed receiver, uint256 value)",
]);

/** @see https://github.com/curvefi/stableswap-ng/blob/2abe778f40206a6c0fd108a0a53ad3266cbedeee/contracts/main/CurveStableSwapFactoryNG.vy */
export const CurveStableSwapFactoryNg = parseAbi([
  "function pool_count() view returns (uint256)",
  "function pool_list(uint256 i) view returns (address)",
  "function get_coins(address pool) view returns (address[])",
  "function get_pool_asset_types(address pool) view returns (uint8[])",
  "function get_implementation_address(address pool) view returns (address)",
  "function get_base_pool(address pool) view returns (address)",
]);
