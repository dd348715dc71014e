import { brotliCompressSync, constants } from "node:zlib";
import { fastLzSize } from "./fast-lz.ts";
import { estimatedBytes, type UnsentTransaction, unsignedBytes } from "./sent-bytes.ts";

/** What a chain that settles on another one charges beside gas times gas price. */
export interface DataFee {
  /**
   * - `ecotone`, `fjord`: the OP stack since the upgrade of that name. `price` is base fee scalar ×
   *   16 × base fee + blob base fee scalar × blob base fee of the other chain, in wei × 10^6.
   * - `nitro`: Arbitrum. `price` is wei for a unit, sixteen of which are a compressed byte. It is
   *   paid in gas, beside that of running.
   */
  readonly rule: "ecotone" | "fjord" | "nitro";
  readonly price: bigint;
  /**
   * What the operator of an OP stack chain charges since Isthmus: wei × 10^6 for a unit of gas, and
   * wei for a transaction. 0 elsewhere.
   */
  readonly operatorScalar: bigint;
  readonly operatorConstant: bigint;
}

/** What the oracle adds for a signature. */
const SIGNATURE_BYTES = 68n;
/** Gas of a byte of data. @see https://eips.ethereum.org/EIPS/eip-2028 */
const BYTE_GAS = { zero: 4n, other: 16n };

/**
 * Fjord's regression from FastLZ size to that of the batch, in millionths of a byte.
 *
 * @see https://github.com/ethereum-optimism/specs/blob/main/specs/protocol/fjord/exec-engine.md
 */
const REGRESSION = { intercept: -42_585_600n, slope: 836_500n, least: 100_000_000n };

/**
 * What Nitro's estimates add, as nobody signed yet and prices move.
 *
 * @see https://github.com/OffchainLabs/nitro/blob/001ae3179a/arbos/l1pricing/l1pricing.go `estimationPaddingUnits`
 * @see https://github.com/OffchainLabs/nitro/blob/001ae3179a/arbos/tx_processor.go `GasEstimationL1PricePadding`
 */
const PADDING = { units: 256n, unitBps: 10_100n, costBps: 11_000n };
const BPS = 10_000n;
/** The level that Arbitrum One sets since ArbOS 20. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * Wei that a transaction pays for its data besides gas times gas price, or, by the rule `nitro`, as
 * a part of it.
 *
 * By `ecotone` and `fjord` what `getL1Fee` of the chain's `GasPriceOracle` says of it, by the exact
 * FastLZ size; the sender's nonce and fees, which are not known, move it by a few bytes. By `nitro`
 * the cost that `gasEstimateL1Component` counts, without what that adds for prices that rise.
 */
export function dataFeeWei({ rule, price }: DataFee, transaction: UnsentTransaction): bigint {
  switch (rule) {
    case "ecotone":
      return (calldataGas(unsignedBytes(transaction)) * price) / (BYTE_GAS.other * 10n ** 6n);
    case "fjord": {
      const size = BigInt(fastLzSize(unsignedBytes(transaction))) + SIGNATURE_BYTES;
      const estimated = REGRESSION.intercept + REGRESSION.slope * size;
      const bounded = estimated < REGRESSION.least ? REGRESSION.least : estimated;
      return (bounded * price) / 10n ** 12n;
    }
    case "nitro": {
      const size = brotliCompressSync(estimatedBytes(transaction), BROTLI).length;
      const units = BYTE_GAS.other * BigInt(size) + PADDING.units;
      return ((units * PADDING.unitBps) / BPS) * price;
    }
  }
}

/**
 * Gas that a transaction needs for its data beside that of running, as the node's own estimates
 * count it: prices may rise by a tenth, and the base fee fall by an eighth. 0 where data is paid
 * for in wei.
 *
 * @param baseFeePerGas Wei; at 0 nothing is charged.
 */
export function dataGas(
  fee: DataFee | null,
  transaction: UnsentTransaction,
  baseFeePerGas: bigint,
): bigint {
  if (fee?.rule !== "nitro" || baseFeePerGas === 0n) return 0n;
  const padded = (dataFeeWei(fee, transaction) * PADDING.costBps) / BPS;
  return (padded * 8n) / (baseFeePerGas * 7n);
}

/** Of `operatorScalar`. */
const OPERATOR_SCALE = 10n ** 6n;

/**
 * Wei that the operator charges for a transaction besides gas times gas price, rounded down: what
 * `getOperatorFee` of the chain's `GasPriceOracle` says of its gas.
 *
 * By Isthmus gas × scalar / 10^6 + constant, by Jovian gas × scalar × 100 + constant.
 *
 * @param gasUsed Of the transaction, after refunds; what is held back before it runs is of its
 *   limit.
 * @see https://github.com/ethereum-optimism/specs/blob/fd72cf797d/specs/protocol/isthmus/exec-engine.md#operator-fee
 * @see https://github.com/ethereum-optimism/specs/blob/fd72cf797d/specs/protocol/jovian/exec-engine.md#operator-fee
 */
export function operatorFeeWei(
  { operatorScalar, operatorConstant }: DataFee,
  gasUsed: bigint,
): bigint {
  return (gasUsed * operatorScalar) / OPERATOR_SCALE + operatorConstant;
}

/** What a unit of gas costs with what the operator adds to its price, as a fraction in wei. */
export function gasUnitPrice(
  fee: DataFee | null,
  baseFeePerGas: bigint,
): { readonly numerator: bigint; readonly denominator: bigint } {
  if (fee === null || fee.operatorScalar === 0n)
    return { numerator: baseFeePerGas, denominator: 1n };
  const numerator = baseFeePerGas * OPERATOR_SCALE + fee.operatorScalar;
  return { numerator, denominator: OPERATOR_SCALE };
}

/**
 * What a hop adds to a transaction: the slope over the programs of 945 routes of 1 to 48 hops
 * through V2 pairs and V3 pools, with addresses as random as real ones.
 */
const HOP = { calldataGas: 1_200n, fastLzBytes: 47n, brotliBytes: 46n };

/** Wei that one hop more costs by its data, rounded down: what a search counts. */
export function hopFeeWei({ rule, price }: DataFee): bigint {
  switch (rule) {
    case "ecotone":
      return (HOP.calldataGas * price) / (BYTE_GAS.other * 10n ** 6n);
    case "fjord":
      return (HOP.fastLzBytes * REGRESSION.slope * price) / 10n ** 12n;
    case "nitro":
      return HOP.brotliBytes * BYTE_GAS.other * price;
  }
}

function calldataGas(bytes: Uint8Array): bigint {
  const zeros = BigInt(bytes.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0));
  const others = BigInt(bytes.length) - zeros + SIGNATURE_BYTES;
  return zeros * BYTE_GAS.zero + others * BYTE_GAS.other;
}
