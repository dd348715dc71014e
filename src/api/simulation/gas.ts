import { type Hex, hexToBytes } from "viem";

/**
 * Gas limit for a transaction that needs `gas` while it runs, before refunds: each level of calls
 * keeps 1/64 back (https://eips.ethereum.org/EIPS/eip-150), which six levels make a tenth.
 */
export function withHeadroom(gas: bigint): bigint {
  return (gas * 11n) / 10n;
}

/**
 * The most that a transaction needs while it runs which pays for `gasUsed`: refunds give back at
 * most a fifth (https://eips.ethereum.org/EIPS/eip-3529).
 */
export function beforeRefunds(gasUsed: bigint): bigint {
  return (gasUsed * 5n) / 4n;
}

/**
 * As `withHeadroom`, and no more than a transaction may have: nodes refuse a higher limit. What was
 * simulated had no more either.
 */
export function gasLimitWithin(maxTransactionGas: bigint, gas: bigint): bigint {
  const limit = withHeadroom(gas);
  return limit < maxTransactionGas ? limit : maxTransactionGas;
}

/**
 * Gas that every transaction costs, and each byte of its data, zero or not. @see
 * https://eips.ethereum.org/EIPS/eip-2028
 */
const TRANSACTION_GAS = 21_000n;
const ZERO_BYTE_GAS = 4n;
const BYTE_GAS = 16n;
/** Gas that the router takes for itself, the first input's and tokenOut's transfers included. */
const ROUTER_GAS = 100_000n;
/** Gas for each further input, which is transferred twice where it has a fee. */
const INPUT_GAS = 60_000n;

/** Gas that a transaction of the router uses, without running it. */
export function estimatedGas(
  data: Hex,
  of: {
    /** What the hops use by their estimates. */
    readonly hopGas: bigint;
    readonly inputs: number;
  },
): bigint {
  const bytes = hexToBytes(data);
  const zeros = BigInt(bytes.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0));
  const nonZeros = BigInt(bytes.length) - zeros;
  const dataGas = zeros * ZERO_BYTE_GAS + nonZeros * BYTE_GAS;
  const inputGas = BigInt(of.inputs - 1) * INPUT_GAS;
  return TRANSACTION_GAS + ROUTER_GAS + inputGas + dataGas + of.hopGas;
}
