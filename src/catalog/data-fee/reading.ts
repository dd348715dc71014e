import { type Address, encodeFunctionData, type Hex, hexToBigInt, size } from "viem";
import { ArbGasInfo } from "../../../abis/ArbGasInfo.ts";
import { gasPriceOracleAbi } from "../../../abis/GasPriceOracle.ts";
import type { IndexedChain } from "../../lib/chain.ts";
import type { DataFee } from "../../lib/data-fee/data-fee.ts";
import { MAX_UINT128 } from "../../lib/math.ts";
import type { Aggregate } from "../live/aggregate.ts";

/**
 * At one address on every chain of the OP stack.
 * @see https://github.com/ethereum-optimism/specs/blob/main/specs/protocol/predeploys.md
 */
export const GAS_PRICE_ORACLE: Address = "0x420000000000000000000000000000000000000f";
/** @see https://github.com/OffchainLabs/nitro-contracts/blob/v3.2.0/src/precompiles/ArbGasInfo.sol */
export const ARB_GAS_INFO: Address = "0x000000000000000000000000000000000000006c";

/** Gas that a unit of the operator's scalar is a wei for. */
const OPERATOR_GAS = 1_000_000n;
const OP_STACK_CALLS = [
  ...(
    [
      "isEcotone",
      "isFjord",
      "baseFeeScalar",
      "l1BaseFee",
      "blobBaseFeeScalar",
      "blobBaseFee",
    ] as const
  ).map((functionName) => encodeFunctionData({ abi: gasPriceOracleAbi, functionName })),
  // What is charged is linear in gas, and by another factor since Jovian: two points tell it.
  ...[0n, OPERATOR_GAS].map((gasUsed) =>
    encodeFunctionData({
      ...{ abi: gasPriceOracleAbi, functionName: "getOperatorFee" },
      args: [gasUsed],
    }),
  ),
].map((callData) => ({ target: GAS_PRICE_ORACLE, callData }));
const NITRO_CALLS = [
  {
    target: ARB_GAS_INFO,
    callData: encodeFunctionData({ abi: ArbGasInfo, functionName: "getL1BaseFeeEstimate" }),
  },
];
/** What the base fee counts of the data of a batch, beside the blobs' fee. */
const BASE_FEE_WEIGHT = 16n;

/**
 * What a chain charges for data, in one call; null where its contracts do not say: before Ecotone,
 * and while they fail.
 */
export async function readDataFee(
  aggregate: Aggregate,
  dataFee: NonNullable<IndexedChain["dataFee"]>,
): Promise<DataFee | null> {
  const calls = dataFee === "nitro" ? NITRO_CALLS : OP_STACK_CALLS;
  const answers = await aggregate(calls.map((call) => ({ ...call, allowFailure: true })));
  const words = answers.map(({ success, returnData }) => wordOf(success, returnData));
  const fee = dataFee === "nitro" ? nitroFee(words) : opStackFee(words);
  // Beyond any fee: a contract that says so is not the one that is expected.
  if (fee === null) return null;
  const told = [fee.price, fee.operatorScalar, fee.operatorConstant];
  return told.every((value) => value >= 0n && value <= MAX_UINT128) ? fee : null;
}

/** Whether a reading changes what is known; null: nothing is. */
export function isNewFee(known: DataFee | null, read: DataFee): boolean {
  if (known === null || known.rule !== read.rule || known.price !== read.price) return true;
  const isSameScalar = known.operatorScalar === read.operatorScalar;
  return !isSameScalar || known.operatorConstant !== read.operatorConstant;
}

function wordOf(success: boolean, returnData: Hex): bigint | null {
  return success && size(returnData) === 32 ? hexToBigInt(returnData) : null;
}

function nitroFee([price = null]: readonly (bigint | null)[]): DataFee | null {
  if (price === null) return null;
  return { rule: "nitro", price, operatorScalar: 0n, operatorConstant: 0n };
}

function opStackFee(words: readonly (bigint | null)[]): DataFee | null {
  const [isEcotone, isFjord, scalar = null, baseFee = null, blobScalar = null, blobFee = null] =
    words;
  // Oracles before Isthmus do not know the function, and nothing is charged.
  const operatorConstant = words[6] ?? 0n;
  const operatorScalar = (words[7] ?? operatorConstant) - operatorConstant;
  const operator = { operatorScalar, operatorConstant };
  if (scalar === null || baseFee === null || blobScalar === null || blobFee === null) return null;
  const price = BASE_FEE_WEIGHT * scalar * baseFee + blobScalar * blobFee;
  // Oracles of Ecotone do not know the name of what came after it.
  if (isFjord === 1n) return { rule: "fjord", price, ...operator };
  return isEcotone === 1n ? { rule: "ecotone", price, ...operator } : null;
}
