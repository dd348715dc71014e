import { parseAbi } from "viem";

/** What every plain pool has. */
const shared = [
  "event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)",
  "event NewFee(uint256 fee, uint256 admin_fee)",
  "event RampA(uint256 old_A, uint256 new_A, uint256 initial_time, uint256 future_time)",
  "event StopRampA(uint256 A, uint256 t)",
  "function balances(uint256 i) view returns (uint256)",
  "function fee() view returns (uint256)",
  "function admin_fee() view returns (uint256)",
  "function initial_A() view returns (uint256)",
  "function future_A() view returns (uint256)",
  "function initial_A_time() view returns (uint256)",
  "function future_A_time() view returns (uint256)",
] as const;

const two = [
  "event AddLiquidity(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply)",
  "event RemoveLiquidity(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 token_supply)",
  "event RemoveLiquidityImbalance(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply)",
] as const;

const three = [
  "event AddLiquidity(address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 invariant, uint256 token_supply)",
  "event RemoveLiquidity(address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 token_supply)",
  "event RemoveLiquidityImbalance(address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 invariant, uint256 token_supply)",
] as const;

/** Pools of 2020 do not state the supply that is left. */
const early = [
  "event RemoveLiquidityOne(address indexed provider, uint256 token_amount, uint256 coin_amount)",
] as const;

const template = [
  "event RemoveLiquidityOne(address indexed provider, uint256 token_amount, uint256 coin_amount, uint256 token_supply)",
] as const;

/** @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/hbtc/StableSwapHBTC.vy */
export const CurveEarlyPool2 = parseAbi([...shared, ...two, ...early]);

/** @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/3pool/StableSwap3Pool.vy */
export const CurveEarlyPool3 = parseAbi([...shared, ...three, ...early]);

/** @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pool-templates/base/SwapTemplateBase.vy */
export const CurvePool2 = parseAbi([...shared, ...two, ...template]);

/** @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pool-templates/base/SwapTemplateBase.vy */
export const CurvePool3 = parseAbi([...shared, ...three, ...template]);
