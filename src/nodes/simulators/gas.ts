import { type Hex, size } from "viem";
import { MAX_TRANSACTION_GAS } from "../../lib/chains.ts";
import { max, min } from "../../lib/math.ts";

/**
 * Gas that one request asks for at most: nodes give no more, or refuse to answer.
 *
 * @see https://github.com/ethereum/go-ethereum/blob/v1.16.0/eth/ethconfig/config.go `RPCGasCap`
 * @see https://reth.rs/cli/reth/node `--rpc.gascap`
 */
export const REQUEST_GAS = 50_000_000n;
/** For each call before the transaction, and all of them. A deposit takes some 300,000. */
const PRECEDING = { each: 1_000_000n, all: 16_000_000n };
/** For each read, and all of them. Balances take 26,000 at most. */
const READ = { each: 300_000n, all: 16_000_000n };
/** Blocks' limits change by up to 1/1024 from one to the next. */
const LIMIT_PARTS = { sure: 15n, of: 16n };

/**
 * Gas of the parts of a simulation, together at most `REQUEST_GAS`. Where there are many calls each
 * has less.
 */
export interface GasShares {
  readonly preceding: bigint;
  readonly read: bigint;
  readonly transaction: bigint;
  /** Of all. */
  readonly sum: bigint;
}

/** Shares the gas of one request out. @param on `reads`: all of them, before and after. */
export function gasShares(on: { readonly preceding: number; readonly reads: number }): GasShares {
  const [precedings, reads] = [BigInt(on.preceding), BigInt(on.reads)];
  const preceding = share(PRECEDING, precedings);
  const read = share(READ, reads);
  const sum = MAX_TRANSACTION_GAS + preceding * precedings + read * reads;
  return { preceding, read, transaction: MAX_TRANSACTION_GAS, sum };
}

/**
 * The gas limit to override that of a simulated block with; null: the block's own will do. Reth
 * refuses calls that ask for more than the block has, and a limit above both the block's own and
 * its cap.
 *
 * @see https://github.com/paradigmxyz/reth/pull/23601
 */
export function blockGasOverride(asked: bigint, gasLimit: bigint): bigint | null {
  return asked * LIMIT_PARTS.of <= gasLimit * LIMIT_PARTS.sure ? null : REQUEST_GAS;
}

/** Gas that one request may ask for whose block is as it is. */
export function requestGas(gasLimit: bigint): bigint {
  return min((gasLimit * LIMIT_PARTS.sure) / LIMIT_PARTS.of, REQUEST_GAS);
}

/** Prices of data. @see https://eips.ethereum.org/EIPS/eip-2028 */
const BYTE = { zero: 4n, other: 16n };
/** The least that is paid for data. @see https://eips.ethereum.org/EIPS/eip-7623 */
const FLOOR = { zero: 10n, other: 40n };
const BASE = 21_000n;

/** Gas that a transaction pays before it runs. */
export function intrinsicGas(data: Hex): bigint {
  return BASE + dataGas(data, BYTE);
}

/** `gas`, or what a transaction with this data pays at least. */
export function atLeastFloor(data: Hex, gas: bigint): bigint {
  return max(BASE + dataGas(data, FLOOR), gas);
}

/**
 * The most that a transaction needs while it runs which pays for `gasUsed`: refunds give back at
 * most a fifth (https://eips.ethereum.org/EIPS/eip-3529).
 */
export function beforeRefunds(gasUsed: bigint): bigint {
  return (gasUsed * 5n) / 4n;
}

function dataGas(data: Hex, price: { readonly zero: bigint; readonly other: bigint }): bigint {
  let zeros = 0;
  for (let at = 2; at < data.length; at += 2)
    if (data[at] === "0" && data[at + 1] === "0") zeros += 1;
  return BigInt(zeros) * price.zero + BigInt(size(data) - zeros) * price.other;
}

function share(
  { each, all }: { readonly each: bigint; readonly all: bigint },
  count: bigint,
): bigint {
  return each * count <= all ? each : all / count;
}
