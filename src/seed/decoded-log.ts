import { type AbiEvent, type Address, decodeEventLog, type Hex } from "viem";
import type { SeedLog } from "./family.ts";

/** Logs of an event of some contracts. */
export interface LogFilter {
  readonly address: readonly Address[];
  readonly event: AbiEvent;
}

/** Blocks, both ends among them. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** A log as a node gives it. */
export interface RawLog {
  readonly address: Address;
  readonly blockNumber: Hex;
  readonly topics: [Hex, ...Hex[]];
  readonly data: Hex;
}

/** A log as the event describes it; none where it is of another event with the same name. */
export function decodedLog(
  event: AbiEvent,
  { address, blockNumber, topics, data }: RawLog,
): readonly SeedLog[] {
  try {
    const { args } = decodeEventLog({ abi: [event], topics, data });
    const lowered = Object.entries((args ?? {}) as object).map(([name, value]) => [
      name,
      typeof value === "string" ? value.toLowerCase() : value,
    ]);
    return [
      {
        address: address.toLowerCase() as Address,
        blockNumber: BigInt(blockNumber),
        args: Object.fromEntries(lowered),
      },
    ];
  } catch (error) {
    if (error instanceof Error && /^(DecodeLog|AbiEvent)/.test(error.name)) return [];
    throw error;
  }
}
