import { type Hex, hexToNumber, isHex } from "viem";
import { z } from "zod";
import type { ChainSpec } from "./chains.ts";
import type { Rpc } from "./rpc.ts";

const headSchema = z.object({ timestamp: z.custom<Hex>((value) => isHex(value)) });

/** When the newest block was, in seconds since the epoch. */
export async function headTime(rpc: Rpc): Promise<number> {
  const head = headSchema.parse(await rpc.request("eth_getBlockByNumber", ["latest", false]));
  return hexToNumber(head.timestamp);
}

/**
 * Makes every block later than its parent by the chain's block time, whatever the wall clock says.
 */
export async function alignClock(rpc: Rpc, spec: ChainSpec): Promise<void> {
  await rpc.request("evm_setTime", [await headTime(rpc)]);
  await rpc.request("anvil_setBlockTimestampInterval", [spec.blockTimeSeconds]);
}
