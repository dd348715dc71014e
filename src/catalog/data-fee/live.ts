import { CHAINS } from "../../lib/chains.ts";
import type { LiveReader } from "../live/reader.ts";
import { isNewFee, readDataFee } from "./reading.ts";
import { dataFee } from "./schema.ts";

/** Reads what a chain charges for data: it changes with every block of the chain it settles on. */
export const dataFeeReader: LiveReader = {
  secondsBetween: 2,
  isOn: (chainId) => (CHAINS.get(chainId)?.dataFee ?? null) !== null,
  async read({ context, chain, block: { number: updatedBlock }, aggregate }) {
    const { chainId } = chain;
    if (chain.dataFee === null) return;
    const read = await readDataFee(aggregate, chain.dataFee);
    if (read === null) return;
    const known = await context.db.find(dataFee, { chainId });
    if (!isNewFee(known, read)) return;
    const facts = { ...read, updatedBlock };
    await context.db
      .insert(dataFee)
      .values({ chainId, ...facts })
      .onConflictDoUpdate(facts);
  },
};
