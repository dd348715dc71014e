import { parseAbi } from "viem";

/** @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/Factory.vy */
export const CurvePlainFactory = parseAbi([
  "event PlainPoolDeployed(address[4] coins, uint256 A, uint256 fee, address deployer)",
  "function find_pool_for_coins(address from, address to, uint256 i) view returns (address)",
  "function get_implementation_address(address pool) view returns (address)",
  "function get_coins(address pool) view returns (address[4])",
  "function get_decimals(address pool) view returns (uint256[4])",
  "function pool_count() view returns (uint256)",
  "function pool_list(uint256 i) view returns (address)",
]);

/**
 * The factory of crvUSD's pools, whose event names the pool.
 *
 * @see https://github.com/curvefi/curve-stablecoin/blob/cf1d05fb6bf7c608973cc41786b2e1fd81dc3a6a/curve_stablecoin/factory/StableswapFactory.vy
 */
export const CurveStablecoinFactory = parseAbi([
  "event PlainPoolDeployed(address[4] coins, uint256 A, uint256 fee, address deployer, address pool)",
]);

/** @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/implementations/plain-2/Plain2BasicEMA.vy */
export const CurvePlainPool2 = parseAbi([
  "event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)",
  "event RemoveLiquidityOne(address indexed provider, uint256 token_amount, uint256 coin_amount, uint256 token_supply)",
  "event RampA(uint256 old_A, uint256 new_A, uint256 initial_time, uint256 future_time)",
  "event StopRampA(uint256 A, uint256 t)",
  "event ApplyNewFee(uint256 fee)",
  "event AddLiquidity(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply)",
  "event RemoveLiquidity(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 token_supply)",
  "event RemoveLiquidityImbalance(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply)",
]);

/** @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/implementations/plain-3/Plain3Basic.vy */
export const CurvePlainPool3 = parseAbi([
  "event AddLiquidity(address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 invariant, uint256 token_supply)",
  "event RemoveLiquidity(address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 token_supply)",
  "event RemoveLiquidityImbalance(address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 invariant, uint256 token_supply)",
]);

/** @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/implementations/plain-4/Plain4Basic.vy */
export const CurvePlainPool4 = parseAbi([
  "event AddLiquidity(address indexed provider, uint256[4] token_amounts, uint256[4] fees, uint256 invariant, uint256 token_supply)",
  "event RemoveLiquidity(address indexed provider, uint256[4] token_amounts, uint256[4] fees, uint256 token_supply)",
  "event RemoveLiquidityImbalance(address indexed provider, uint256[4] token_amounts, uint256[4] fees, uint256 invariant, uint256 token_supply)",
]);
