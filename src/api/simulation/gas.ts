import type { Hex } from "viem";
import type { Chain } from "../../lib/chain.ts";
import { dataFeeWei, dataGas, operatorFeeWei } from "../../lib/data-fee/data-fee.ts";
import type { UnsentTransaction } from "../../lib/data-fee/sent-bytes.ts";
import { min } from "../../lib/math.ts";
import { intrinsicGas } from "../../nodes/simulators/gas.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { Transaction } from "../program/execution.ts";

/**
 * Gas limit for a transaction that needs `gas` while it runs, before refunds: each level of calls
 * keeps 1/64 back (https://eips.ethereum.org/EIPS/eip-150), which six levels make a tenth.
 */
export function withHeadroom(gas: bigint): bigint {
  return (gas * 11n) / 10n;
}

/**
 * Gas limit for a transaction of a chain: as `withHeadroom`, and no more than one may have, as
 * nodes refuse a higher limit, and what was simulated had no more either. What data takes comes on
 * top, as the chains that count it in gas do not count it as running.
 */
export function gasLimitOn(
  { chain }: { readonly chain: Pick<Chain, "maxTransactionGas"> },
  snapshot: Pick<Snapshot, "chainId" | "dataFee" | "block">,
  of: { readonly gas: bigint; readonly tx: Transaction },
): bigint {
  const { dataFee, block } = snapshot;
  const forData = dataGas(dataFee, unsent(snapshot, of.tx), block.baseFeePerGas);
  return min(withHeadroom(of.gas), chain.maxTransactionGas) + forData;
}

/**
 * Wei that the data of a transaction costs on the chain that its own settles on, at the prices of
 * the snapshot's block: besides what running costs, also where it is paid as a part of gas. 0 on
 * chains that settle on themselves.
 */
export function l1FeeWei(snapshot: Pick<Snapshot, "chainId" | "dataFee">, tx: Transaction): bigint {
  return snapshot.dataFee === null ? 0n : dataFeeWei(snapshot.dataFee, unsent(snapshot, tx));
}

/**
 * Wei that the chain's operator charges for a transaction's gas besides its price, at the
 * snapshot's block. 0 where none does.
 */
export function operatorWei(snapshot: Pick<Snapshot, "dataFee">, gasUsed: bigint): bigint {
  return snapshot.dataFee === null ? 0n : operatorFeeWei(snapshot.dataFee, gasUsed);
}

function unsent({ chainId }: Pick<Snapshot, "chainId">, tx: Transaction): UnsentTransaction {
  return { chainId, to: tx.to, data: tx.data, value: tx.value };
}

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
  const inputGas = BigInt(of.inputs - 1) * INPUT_GAS;
  return intrinsicGas(data) + ROUTER_GAS + inputGas + of.hopGas;
}
