import { z } from "zod";

const stateSchema = z.looseObject({
  accounts: z.record(z.string(), z.looseObject({ storage: z.record(z.string(), z.string()) })),
  transactions: z.array(z.looseObject({ info: z.looseObject({ traces: z.array(z.unknown()) }) })),
});

const ZERO = /^0x0*$/;

/**
 * Takes from a dumped state what costs time and memory and changes nothing that a caller of the RPC
 * can ask for, except traces of the building transactions: those traces, and storage slots that
 * hold zero.
 */
export function slimState(text: string): string {
  const state = stateSchema.parse(JSON.parse(text));
  for (const account of Object.values(state.accounts)) {
    const slots = Object.entries(account.storage).filter(([, value]) => !ZERO.test(value));
    account.storage = Object.fromEntries(slots);
  }
  for (const transaction of state.transactions) transaction.info.traces = [];
  return JSON.stringify(state);
}
