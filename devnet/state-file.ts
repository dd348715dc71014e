import { type Hex, isHex } from "viem";
import { z } from "zod";

const hex = z.custom<Hex>((value) => isHex(value));
const headerSchema = z.looseObject({
  ...{ parentHash: hex, sha3Uncles: hex, miner: hex, stateRoot: hex, transactionsRoot: hex },
  ...{ receiptsRoot: hex, logsBloom: hex, difficulty: hex, number: hex, gasLimit: hex },
  ...{ gasUsed: hex, timestamp: hex, extraData: hex, mixHash: hex, nonce: hex },
  ...{ baseFeePerGas: hex, withdrawalsRoot: hex, blobGasUsed: hex, excessBlobGas: hex },
  ...{ parentBeaconBlockRoot: hex, requestsHash: hex },
});
/** Of a block of Prague. */
export type Header = z.output<typeof headerSchema>;

const stateSchema = z.looseObject({
  accounts: z.record(z.string(), z.looseObject({ storage: z.record(z.string(), z.string()) })),
  transactions: z.array(z.looseObject({ info: z.looseObject({ traces: z.array(z.unknown()) }) })),
  block: z.looseObject({ number: hex, timestamp: hex, prevrandao: hex }),
  best_block_number: z.number(),
  // In no order.
  blocks: z.array(z.looseObject({ header: headerSchema })),
});
/** What anvil dumps and loads, as far as it is read here. */
export type DumpedState = z.output<typeof stateSchema>;

const ZERO = /^0x0*$/;

/** @throws ZodError when another version of anvil dumped it. */
export function parseState(text: string): DumpedState {
  return stateSchema.parse(JSON.parse(text));
}

/**
 * Takes from a dumped state what costs time and memory and changes nothing that a caller of the RPC
 * can ask for, except traces of the building transactions: those traces, and storage slots that
 * hold zero.
 */
export function slimState(state: DumpedState): void {
  for (const account of Object.values(state.accounts)) {
    const slots = Object.entries(account.storage).filter(([, value]) => !ZERO.test(value));
    account.storage = Object.fromEntries(slots);
  }
  for (const transaction of state.transactions) transaction.info.traces = [];
}
