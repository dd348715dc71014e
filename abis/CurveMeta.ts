import { parseAbi } from "viem";

/** @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/Factory.vy */
export const CurveMetaFactory = parseAbi([
  "event MetaPoolDeployed(address coin, address base_pool, uint256 A, uint256 fee, address deployer)",
  "function find_pool_for_coins(address from, address to, uint256 i) view returns (address)",
  "function get_base_pool(address pool) view returns (address)",
  "function get_implementation_address(address pool) view returns (address)",
  "function get_coins(address pool) view returns (address[4])",
  "function get_decimals(address pool) view returns (uint256[4])",
  "function pool_count() view returns (uint256)",
  "function pool_list(uint256 i) view returns (address)",
]);

/** @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/implementations/meta/MetaUSD.vy */
export const CurveMetaPool = parseAbi([
  "event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)",
  "event TokenExchangeUnderlying(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)",
  "event AddLiquidity(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply)",
  "event RemoveLiquidity(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 token_supply)",
  "event RemoveLiquidityOne(address indexed provider, uint256 token_amount, uint256 coin_amount, uint256 token_supply)",
  "event RemoveLiquidityImbalance(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply)",
  "event NewFee(uint256 fee, uint256 admin_fee)",
  "event RampA(uint256 old_A, uint256 new_A, uint256 initial_time, uint256 future_time)",
  "event StopRampA(uint256 A, uint256 t)",
  "function balances(uint256 i) view returns (uint256)",
]);
