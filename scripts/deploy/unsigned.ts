import { type Address, type Hex, serializeTransaction, toHex } from "viem";
import { PRESIGNED } from "./deterministic-deployer.ts";
import { type Fees, transactionOf } from "./fees.ts";
import type { Priced, Survey } from "./survey.ts";

/** A transaction to be signed and sent elsewhere, or one that is signed already. */
export type UnsignedTransaction = {
  /** What it deploys or pays for, and where that is. */
  readonly contract: string;
  readonly address: Address;
} & (
  | {
      /** Parameter of `eth_sendTransaction` and `eth_signTransaction`. */
      readonly transaction: Readonly<Record<string, string>>;
      /** To be signed offline; null while no sender and so no nonce is known. */
      readonly serialized: Hex | null;
    }
  | { /** Parameter of `eth_sendRawTransaction`. */ readonly signed: Hex }
);

/** What deploys all that is missing, to be sent in this order. */
export function unsignedTransactions(survey: Survey): readonly UnsignedTransaction[] {
  const { deployer, steps } = survey;
  const transactions: UnsignedTransaction[] = [];
  const add = (contract: string, address: Address, { call }: Priced) => {
    const index = transactions.filter((each) => "transaction" in each).length;
    transactions.push({ contract, address, ...unsigned(call, survey, index) });
  };
  if (deployer.funding !== null) {
    add("funds of the presigned transaction", PRESIGNED.signer, deployer.funding);
  }
  if (deployer.standing === "missing") {
    const { address } = deployer.code;
    const signed = PRESIGNED.transaction;
    transactions.push({ contract: "deterministic deployer", address, signed });
  }
  for (const { name, contracts, missing } of steps) {
    if (missing !== null) add(name, contracts[0].address, missing);
  }
  return transactions;
}

function unsigned(call: Priced["call"], { fees, sender }: Survey, index: number) {
  const transaction = {
    chainId: toHex(call.chainId),
    ...(sender === null ? {} : { from: sender.address }),
    ...{ to: call.to, value: toHex(call.value), data: call.data, gas: toHex(call.gas) },
    ...feeFields(fees),
  };
  if (sender === null) return { transaction, serialized: null };
  const nonce = sender.nonce + sender.pending + index;
  const serialized = serializeTransaction(transactionOf(call, fees, nonce));
  return { transaction: { ...transaction, nonce: toHex(nonce) }, serialized };
}

function feeFields(fees: Fees): Readonly<Record<string, string>> {
  if (fees.type === "legacy") return { type: "0x0", gasPrice: toHex(fees.gasPrice) };
  return {
    type: "0x2",
    maxFeePerGas: toHex(fees.maxFeePerGas),
    maxPriorityFeePerGas: toHex(fees.maxPriorityFeePerGas),
  };
}
