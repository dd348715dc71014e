import type { Address } from "viem";
import { divUp, MAX_UINT256, max, min } from "../../lib/math.ts";
import type { Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import type { SkyPsmReading } from "./reading.ts";

/** State of a module, with the contracts that trade in it. */
export interface SkyPsm extends PoolState, SkyPsmReading {
  readonly psm: Address;
  readonly wrapper: Address;
  readonly gem: Address;
  readonly dai: Address;
  readonly usds: Address;
  /** Units of DAI in a unit of `gem`. */
  readonly gemScale: bigint;
}

const WAD = 10n ** 18n;
/** A fee of which no trade is made. */
const HALTED = MAX_UINT256;

/**
 * Receipts of `test/protocols/sky-psm/on-chain.integration.test.ts` less the transaction itself,
 * and for USDS the ledger's moves of the original's joins; an estimate.
 */
export const GAS = { dai: 120_000n, usds: 230_000n };

/** `gem` for each stablecoin and back. */
export function edges({ gem, dai, usds }: SkyPsm): readonly Edge[] {
  return [dai, usds].flatMap((stable): Edge[] => [
    { action: "swap", tokenIn: gem, tokenOut: stable },
    { action: "swap", tokenIn: stable, tokenOut: gem },
  ]);
}

/** What the module can pay: its own DAI, from which USDS are made too, and its pocket's `gem`. */
export function maxIn(state: SkyPsm, edge: Edge): bigint {
  const { gem, gemScale, gemBalance, daiBalance, tinWad, toutWad } = state;
  if (edge.tokenIn !== gem) {
    if (toutWad === HALTED || gemBalance === 0n) return 0n;
    return (gemBalance + 1n) * gemPrice(state) - 1n;
  }
  if (tinWad >= WAD) return 0n;
  const payable = (daiBalance * WAD) / (gemScale * (WAD - tinWad));
  // Products of the contract are 256 bits wide.
  return min(payable, MAX_UINT256 / (gemScale * max(tinWad, 1n)));
}

/**
 * DAI for a unit of `gem`, rounded up where the fee has more digits than `gemScale`: whole units
 * cost no more than that.
 */
export function gemPrice({ gemScale, toutWad }: SkyPsm): bigint {
  return divUp(gemScale * (WAD + toutWad), WAD);
}

/**
 * At par, less the fee. A stablecoin buys whole units of `gem`, and what is less than the price of
 * one stays with who pays.
 *
 * @see https://github.com/makerdao/dss-lite-psm/blob/97313b3f053748f320a8d7694413af026bb74e32/src/DssLitePsm.sol
 * @see https://github.com/makerdao/usds-wrappers/blob/fc0297f087555a708d6bc6470b3cd319199e5a73/src/UsdsPsmWrapper.sol
 */
export function quote(state: SkyPsm, edge: Edge, amountIn: bigint): Quote<SkyPsm> {
  const { gem, dai, gemScale, tinWad, toutWad } = state;
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  const gas = edge.tokenIn === dai || edge.tokenOut === dai ? GAS.dai : GAS.usds;
  const sells = edge.tokenIn === gem;
  if ((sells ? tinWad : toutWad) === HALTED) return { ok: false, reason: "paused" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  if (sells) {
    const par = amountIn * gemScale;
    const amountOut = par - (par * tinWad) / WAD;
    const daiBalance = state.daiBalance - amountOut;
    const gemBalance = state.gemBalance + amountIn;
    return paid({ ...state, daiBalance, gemBalance }, amountOut, gas);
  }
  const amountOut = amountIn / gemPrice(state);
  const par = amountOut * gemScale;
  const daiBalance = state.daiBalance + par + (par * toutWad) / WAD;
  return paid({ ...state, daiBalance, gemBalance: state.gemBalance - amountOut }, amountOut, gas);
}

function paid(next: SkyPsm, amountOut: bigint, gas: bigint): Quote<SkyPsm> {
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  return { ok: true, amountOut, gas, next };
}

/** Par. */
export function spotPrice({ gem, gemScale }: SkyPsm, edge: Edge): Ratio {
  return edge.tokenIn === gem
    ? { numerator: gemScale, denominator: 1n }
    : { numerator: 1n, denominator: gemScale };
}

/** What the module and its pocket hold; USDS are made of DAI. */
export function holdings({ gem, gemBalance, dai, daiBalance }: SkyPsm): readonly Holding[] {
  return [
    { token: gem, amount: gemBalance },
    { token: dai, amount: daiBalance },
  ];
}
