/**
 * What the short codes of Uniswap V3 and its forks say.
 *
 * @see https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/UniswapV3Pool.sol
 * @see https://github.com/Uniswap/v3-periphery/blob/v1.0.0/contracts/libraries/TransferHelper.sol
 */
const UNISWAP_V3 = {
  AS: "the swap amount is zero",
  IIA: "the pool was not paid enough",
  LOK: "the pool is locked or not initialized",
  SPL: "the price limit is on the wrong side of the price",
  L: "the pool has no liquidity",
  STF: "the token's transferFrom failed",
  ST: "the token's transfer failed",
  TF: "the token's transfer failed",
};

/**
 * Names of the numbers that Aave V3 and its forks revert with, as far as an account's own actions
 * meet them.
 *
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/helpers/Errors.sol
 */
const AAVE_V3 = {
  "23": "CALLER_MUST_BE_POOL",
  "24": "INVALID_MINT_AMOUNT",
  "25": "INVALID_BURN_AMOUNT",
  "26": "INVALID_AMOUNT",
  "27": "RESERVE_INACTIVE",
  "28": "RESERVE_FROZEN",
  "29": "RESERVE_PAUSED",
  "30": "BORROWING_NOT_ENABLED",
  "32": "NOT_ENOUGH_AVAILABLE_USER_BALANCE",
  "33": "INVALID_INTEREST_RATE_MODE_SELECTED",
  "34": "COLLATERAL_BALANCE_IS_ZERO",
  "35": "HEALTH_FACTOR_LOWER_THAN_LIQUIDATION_THRESHOLD",
  "36": "COLLATERAL_CANNOT_COVER_NEW_BORROW",
  "37": "COLLATERAL_SAME_AS_BORROWING_CURRENCY",
  "39": "NO_DEBT_OF_SELECTED_TYPE",
  "40": "NO_EXPLICIT_AMOUNT_TO_REPAY_ON_BEHALF",
  "42": "NO_OUTSTANDING_VARIABLE_DEBT",
  "43": "UNDERLYING_BALANCE_ZERO",
  "50": "BORROW_CAP_EXCEEDED",
  "51": "SUPPLY_CAP_EXCEEDED",
  "53": "DEBT_CEILING_EXCEEDED",
  "57": "LTV_VALIDATION_FAILED",
  "58": "INCONSISTENT_EMODE_CATEGORY",
  "59": "PRICE_ORACLE_SENTINEL_CHECK_FAILED",
  "60": "ASSET_NOT_BORROWABLE_IN_ISOLATION",
  "62": "USER_IN_ISOLATION_MODE_OR_LTV_ZERO",
  "77": "ZERO_ADDRESS_NOT_VALID",
  "79": "INVALID_SIGNATURE",
  "82": "ASSET_NOT_LISTED",
  "89": "SILOED_BORROWING_VIOLATION",
};

/** What texts mean that contracts revert with and that say nothing by themselves. */
export const TEXT_CODES: Readonly<Record<string, string>> = { ...UNISWAP_V3, ...AAVE_V3 };
