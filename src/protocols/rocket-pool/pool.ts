import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { max, min } from "../../lib/math.ts";
import { annualPercent } from "../growth.ts";
import type { DefiToken } from "../position.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import type { RocketPoolReading } from "./reading.ts";

/** State of Rocket Pool. */
export interface RocketPoolState extends PoolState, RocketPoolReading {
  readonly rEth: Address;
  /**
   * Ether of an rETH, 27 decimals, a day or two before `balancesTimestamp`; timestamp in seconds.
   */
  readonly sincePrice: bigint;
  readonly sinceTimestamp: number;
}

const WAD = 10n ** 18n;
const PRICE_SCALE = 10n ** 27n;

/**
 * Receipts of `test/protocols/rocket-pool/contracts.integration.test.ts` less the transaction
 * itself.
 */
export const GAS = { deposit: 105_000n, burn: 45_000n };

/** Deposit, then burn; none before the oracle's first word. */
export function edges({ rEth, totalEth, rEthSupply }: RocketPoolState): readonly Edge[] {
  if (totalEth === 0n || rEthSupply === 0n) return [];
  return [
    { action: "deposit", tokenIn: NATIVE, tokenOut: rEth },
    { action: "redeem", tokenIn: rEth, tokenOut: NATIVE },
  ];
}

/**
 * Room in the deposit pool, and in its queue while deposits are assigned; for rETH what its
 * collateral can pay.
 */
export function maxIn(state: RocketPoolState, edge: Edge): bigint {
  if (edge.action === "redeem") {
    return ((collateral(state) + 1n) * state.rEthSupply - 1n) / state.totalEth;
  }
  if (!state.isDepositEnabled) return 0n;
  const queue = state.isAssigning ? state.queueCapacity : 0n;
  return max(0n, state.maximumPoolSize + queue - state.poolBalance);
}

/** Ether of the rETH contract, and of the deposit pool beyond what its queue waits for. */
function collateral({ rEthBalance, poolBalance, queueCapacity }: RocketPoolState): bigint {
  return rEthBalance + max(0n, poolBalance - queueCapacity);
}

/**
 * At the rate of the oracle; a deposit less its fee.
 *
 * @see https://github.com/rocket-pool/rocketpool/blob/fef41a4f7cf99d7d66313c0ba04deb8ba2dabf88/contracts/contract/deposit/RocketDepositPool.sol
 * @see https://github.com/rocket-pool/rocketpool/blob/fef41a4f7cf99d7d66313c0ba04deb8ba2dabf88/contracts/contract/token/RocketTokenRETH.sol
 */
export function quote(
  state: RocketPoolState,
  edge: Edge,
  amountIn: bigint,
): Quote<RocketPoolState> {
  const { totalEth, rEthSupply, minimumDeposit, depositFeeWad, isDepositEnabled } = state;
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (edge.action === "redeem") {
    if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
    return paid(burnt(state, (amountIn * totalEth) / rEthSupply), GAS.burn);
  }
  if (!isDepositEnabled) return { ok: false, reason: "paused" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "cap-exceeded" };
  if (amountIn < minimumDeposit) return { ok: false, reason: "amount-too-small" };
  const fee = (amountIn * depositFeeWad) / WAD;
  const amountOut = ((amountIn - fee) * rEthSupply) / totalEth;
  return paid({ amountOut, next: deposited(state, amountIn) }, GAS.deposit);
}

function paid(
  { amountOut, next }: { readonly amountOut: bigint; readonly next: RocketPoolState },
  gas: bigint,
): Quote<RocketPoolState> {
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  return { ok: true, amountOut, gas, next };
}

/**
 * Ether fills the rETH contract up to its target, and the pool. What the pool then assigns leaves
 * it and its queue alike, which no limit notices.
 */
function deposited(state: RocketPoolState, amount: bigint): RocketPoolState {
  const target = (state.totalEth * state.targetCollateralWad) / WAD;
  const toREth = min(max(0n, target - state.rEthBalance), amount);
  return {
    ...state,
    rEthBalance: state.rEthBalance + toREth,
    poolBalance: state.poolBalance + amount - toREth,
  };
}

function burnt(state: RocketPoolState, amountOut: bigint) {
  const fromPool = max(0n, amountOut - state.rEthBalance);
  const next = {
    ...state,
    rEthBalance: state.rEthBalance - (amountOut - fromPool),
    poolBalance: state.poolBalance - fromPool,
  };
  return { amountOut, next };
}

/** The rate of the oracle. */
export function spotPrice({ totalEth, rEthSupply }: RocketPoolState, edge: Edge): Ratio {
  return edge.action === "deposit"
    ? { numerator: rEthSupply, denominator: totalEth }
    : { numerator: totalEth, denominator: rEthSupply };
}

/** rETH. */
export function defiTokens({ rEth, depositPool }: RocketPoolState): readonly DefiToken[] {
  return [{ address: rEth, underlyingTokens: [NATIVE], primaryAddress: depositPool, exact: true }];
}

/** Ether of an rETH, 27 decimals, as the oracle last said. */
export function price({ totalEth, rEthSupply }: RocketPoolReading): bigint {
  return rEthSupply === 0n ? 0n : (totalEth * PRICE_SCALE) / rEthSupply;
}

/**
 * Yearly growth of the ether of an rETH, between what the oracle last said and a day or two before.
 */
export function apy(state: RocketPoolState): number {
  return annualPercent(
    { price: state.sincePrice, timestamp: state.sinceTimestamp },
    { price: price(state), timestamp: state.balancesTimestamp },
  );
}

/** The ether behind all rETH, as the oracle last said. */
export function holdings({ totalEth }: RocketPoolState): readonly Holding[] {
  return [{ token: NATIVE, amount: totalEth }];
}
