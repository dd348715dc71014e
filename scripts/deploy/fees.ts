import {
  type Address,
  type Hex,
  type PublicClient,
  serializeTransaction,
  type TransactionSerializable,
} from "viem";
import { gasPriceOracleAbi } from "../../abis/GasPriceOracle.ts";
import { GAS_PRICE_ORACLE } from "../../src/catalog/data-fee/reading.ts";

/** What a gas costs now, wei, and what a transaction offers for it. */
export type Fees =
  | {
      readonly type: "eip1559";
      readonly presentPrice: bigint;
      readonly maxFeePerGas: bigint;
      readonly maxPriorityFeePerGas: bigint;
    }
  | { readonly type: "legacy"; readonly presentPrice: bigint; readonly gasPrice: bigint };

/** A transaction that nobody signed, all but its nonce. */
export interface Call {
  readonly chainId: number;
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
  readonly gas: bigint;
}

/** Fees by EIP-1559 where blocks have a base fee, else one gas price. */
export async function presentFees(client: PublicClient): Promise<Fees> {
  const { baseFeePerGas } = await client.getBlock();
  if (baseFeePerGas === null) {
    const gasPrice = await client.getGasPrice();
    return { type: "legacy", presentPrice: gasPrice, gasPrice };
  }
  const maxPriorityFeePerGas = await client.estimateMaxPriorityFeePerGas();
  return {
    type: "eip1559",
    presentPrice: baseFeePerGas + maxPriorityFeePerGas,
    // Six blocks of the steepest rise of the base fee.
    maxFeePerGas: 2n * baseFeePerGas + maxPriorityFeePerGas,
    maxPriorityFeePerGas,
  };
}

/** `call` with fees and nonce, to be signed. */
export function transactionOf(call: Call, fees: Fees, nonce: number): TransactionSerializable {
  if (fees.type === "legacy") {
    return { ...call, nonce, type: "legacy", gasPrice: fees.gasPrice };
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = fees;
  return { ...call, nonce, type: "eip1559", maxFeePerGas, maxPriorityFeePerGas };
}

/** The most that `call` may cost besides what its data costs on L1, wei. */
export function mostOf(call: Call, fees: Fees): bigint {
  const price = fees.type === "legacy" ? fees.gasPrice : fees.maxFeePerGas;
  return call.value + call.gas * price;
}

/** What the data of a transaction costs on L1, wei, at present prices. */
export type L1DataFee = (call: Call, fees: Fees) => Promise<bigint>;

/** The chain's own oracle of data fees; null where a chain has none. */
export async function openL1DataFee(client: PublicClient): Promise<L1DataFee | null> {
  const code = await client.getCode({ address: GAS_PRICE_ORACLE });
  if (code === undefined) return null;
  return (call, fees) =>
    client.readContract({
      address: GAS_PRICE_ORACLE,
      abi: gasPriceOracleAbi,
      functionName: "getL1Fee",
      args: [serializeTransaction(transactionOf(call, fees, 1))],
    });
}
