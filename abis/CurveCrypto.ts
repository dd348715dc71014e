import { parseAbi } from "viem";

/**
 * Events of pools of two and of three coins, of all versions of their code.
 *
 * @see https://github.com/curvefi/twocrypto-ng/blob/d21b270/contracts/main/CurveTwocryptoOptimized.vy
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimized.vy
 * @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoOptimizedWETH.vy
 */
const SHARED = [
  "event TokenExchange(address indexed buyer, uint256 sold_id, uint256 tokens_sold, uint256 bought_id, uint256 tokens_bought, uint256 fee, uint256 packed_price_scale)",
  "event RemoveLiquidityOne(address indexed provider, uint256 token_amount, uint256 coin_index, uint256 coin_amount, uint256 approx_fee, uint256 packed_price_scale)",
  "event RampAgamma(uint256 initial_A, uint256 future_A, uint256 initial_gamma, uint256 future_gamma, uint256 initial_time, uint256 future_time)",
  "event StopRampA(uint256 current_A, uint256 current_gamma, uint256 time)",
  "event NewParameters(uint256 mid_fee, uint256 out_fee, uint256 fee_gamma, uint256 allowed_extra_profit, uint256 adjustment_step, uint256 ma_time, uint256 xcp_ma_time)",
] as const;

/** Pools of two coins. */
export const CurveTwocrypto = parseAbi([
  ...SHARED,
  "event AddLiquidity(address indexed provider, uint256[2] token_amounts, uint256 fee, uint256 token_supply, uint256 packed_price_scale)",
  "event RemoveLiquidity(address indexed provider, uint256[2] token_amounts, uint256 token_supply)",
  "event ClaimAdminFee(address indexed admin, uint256[2] tokens)",
  "event NewParameters(uint256 mid_fee, uint256 out_fee, uint256 fee_gamma, uint256 allowed_extra_profit, uint256 adjustment_step, uint256 ma_time)",
]);

/** Pools of three coins. */
export const CurveTricrypto = parseAbi([
  ...SHARED,
  "event AddLiquidity(address indexed provider, uint256[3] token_amounts, uint256 fee, uint256 token_supply, uint256 packed_price_scale)",
  "event RemoveLiquidity(address indexed provider, uint256[3] token_amounts, uint256 token_supply)",
  "event ClaimAdminFee(address indexed admin, uint256[3] tokens)",
  "event ClaimAdminFee(address indexed admin, uint256 tokens)",
  "event NewParameters(uint256 mid_fee, uint256 out_fee, uint256 fee_gamma, uint256 allowed_extra_profit, uint256 adjustment_step, uint256 ma_time)",
]);

/**
 * Events of pools of older code, which tell no fee and no scale; parameters and ramps of the oldest
 * are others.
 *
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/contracts/tricrypto/CurveCryptoSwap.vy
 * @see https://github.com/curvefi/curve-crypto-contract/blob/d7d04cd9/deployment-logs/2021-05-28/CurveCryptoSwap.vy
 */
const OLDER = [
  "event TokenExchange(address indexed buyer, uint256 sold_id, uint256 tokens_sold, uint256 bought_id, uint256 tokens_bought)",
  "event RemoveLiquidityOne(address indexed provider, uint256 token_amount, uint256 coin_index, uint256 coin_amount)",
  "event RampAgamma(uint256 initial_A, uint256 future_A, uint256 initial_gamma, uint256 future_gamma, uint256 initial_time, uint256 future_time)",
  "event StopRampA(uint256 current_A, uint256 current_gamma, uint256 time)",
  "event NewParameters(uint256 admin_fee, uint256 mid_fee, uint256 out_fee, uint256 fee_gamma, uint256 allowed_extra_profit, uint256 adjustment_step, uint256 ma_half_time)",
  "event ClaimAdminFee(address indexed admin, uint256 tokens)",
] as const;

/** Older pools of three coins. */
export const CurveOlderTricrypto = parseAbi([
  ...OLDER,
  "event AddLiquidity(address indexed provider, uint256[3] token_amounts, uint256 fee, uint256 token_supply)",
  "event RemoveLiquidity(address indexed provider, uint256[3] token_amounts, uint256 token_supply)",
  "event RampAgamma(uint256 initial_A, uint256 future_A, uint256 initial_time, uint256 future_time)",
]);

/** Older pools of two coins. */
export const CurveOlderTwocrypto = parseAbi([
  ...OLDER,
  "event AddLiquidity(address indexed provider, uint256[2] token_amounts, uint256 fee, uint256 token_supply)",
  "event RemoveLiquidity(address indexed provider, uint256[2] token_amounts, uint256 token_supply)",
]);

const LISTS = [
  "function pool_count() view returns (uint256)",
  "function pool_list(uint256 i) view returns (address)",
] as const;

/** @see https://github.com/curvefi/twocrypto-ng/blob/d21b270/contracts/main/CurveTwocryptoFactory.vy */
export const CurveTwocryptoFactory = parseAbi([
  "event TwocryptoPoolDeployed(address pool, string name, string symbol, address[2] coins, address math, bytes32 salt, uint256[2] precisions, uint256 packed_A_gamma, uint256 packed_fee_params, uint256 packed_rebalancing_params, uint256 packed_prices, address deployer)",
  ...LISTS,
  "function get_coins(address pool) view returns (address[2])",
]);

/** @see https://github.com/curvefi/tricrypto-ng/blob/584591e/contracts/main/CurveTricryptoFactory.vy */
export const CurveTricryptoFactory = parseAbi([
  "event TricryptoPoolDeployed(address pool, string name, string symbol, address weth, address[3] coins, address math, bytes32 salt, uint256 packed_precisions, uint256 packed_A_gamma, uint256 packed_fee_params, uint256 packed_rebalancing_params, uint256 packed_prices, address deployer)",
  ...LISTS,
  "function get_coins(address pool) view returns (address[3])",
]);

/**
 * The factory of older pools of two coins, whose event tells a pool's token and not the pool.
 *
 * @see https://github.com/curvefi/curve-factory-crypto/blob/7ed10110/contracts/Factory.vy
 */
export const CurveCryptoFactory = parseAbi([
  "event CryptoPoolDeployed(address token, address[2] coins, uint256 A, uint256 gamma, uint256 mid_fee, uint256 out_fee, uint256 allowed_extra_profit, uint256 fee_gamma, uint256 adjustment_step, uint256 admin_fee, uint256 ma_half_time, uint256 initial_price, address deployer)",
  ...LISTS,
  "function get_coins(address pool) view returns (address[2])",
  "function get_decimals(address pool) view returns (uint256[2])",
  "function get_token(address pool) view returns (address)",
]);

/** @see https://github.com/curvefi/curve-factory-crypto/blob/7ed10110/contracts/CurveTokenV5.vy */
export const CurveTokenV5 = parseAbi(["function minter() view returns (address)"]);
