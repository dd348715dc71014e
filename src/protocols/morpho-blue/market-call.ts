import { parseAbiItem } from "viem";

const PARAMS =
  "struct MarketParams { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }";

/** Supply shares, borrow shares and collateral of an account in a market. */
export const POSITION = parseAbiItem(
  "function position(bytes32 id, address user) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)",
);

/** Lends assets; answers assets and shares. */
export const SUPPLY = parseAbiItem([
  "function supply(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns (uint256 assetsSupplied, uint256 sharesSupplied)",
  PARAMS,
]);

/** Takes lent assets back. */
export const WITHDRAW = parseAbiItem([
  "function withdraw(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns (uint256 assetsWithdrawn, uint256 sharesWithdrawn)",
  PARAMS,
]);

/** Borrows assets against the collateral of `onBehalf`. */
export const BORROW = parseAbiItem([
  "function borrow(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns (uint256 assetsBorrowed, uint256 sharesBorrowed)",
  PARAMS,
]);

/** Pays debt back; more than the debt reverts. */
export const REPAY = parseAbiItem([
  "function repay(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns (uint256 assetsRepaid, uint256 sharesRepaid)",
  PARAMS,
]);

/** Gives collateral, which earns nothing. */
export const SUPPLY_COLLATERAL = parseAbiItem([
  "function supplyCollateral(MarketParams marketParams, uint256 assets, address onBehalf, bytes data)",
  PARAMS,
]);

/** Takes collateral back. */
export const WITHDRAW_COLLATERAL = parseAbiItem([
  "function withdrawCollateral(MarketParams marketParams, uint256 assets, address onBehalf, address receiver)",
  PARAMS,
]);
