import { and, asc, desc, eq, lte } from "drizzle-orm";
import type { Address } from "viem";
import { hourOf } from "../../catalog/hours.ts";
import type { Records } from "./open.ts";
import { chosenConnectors } from "./schema.ts";

/** The connectors of a chain by the hour of a block, the same for all processes. */
export interface ConnectorChoices {
  /**
   * Those of a block's hour: what `choose` says where nobody has chosen yet.
   *
   * @param timestamp Seconds since the epoch.
   */
  at(timestamp: number, choose: () => readonly Address[]): Promise<readonly Address[]>;
  /** Those of a past block: of its hour, or else the last before, or the first there are. */
  recorded(timestamp: number): Promise<readonly Address[]>;
}

/** The choices of a chain in the records. */
export function createConnectorChoices(
  { db }: Pick<Records, "db">,
  chainId: number,
): ConnectorChoices {
  const isOfChain = eq(chosenConnectors.chainId, chainId);
  const ofHour = async (hour: number): Promise<readonly Address[] | null> => {
    const [row] = await db
      .select({ tokens: chosenConnectors.tokens })
      .from(chosenConnectors)
      .where(and(isOfChain, eq(chosenConnectors.hour, hour)));
    return row === undefined ? null : (row.tokens as Address[]);
  };
  return {
    async at(timestamp, choose) {
      const hour = hourOf(BigInt(timestamp));
      const found = await ofHour(hour);
      if (found !== null) return found;
      const tokens = [...choose()];
      // Another process may be first.
      await db.insert(chosenConnectors).values({ chainId, hour, tokens }).onConflictDoNothing();
      return (await ofHour(hour)) ?? tokens;
    },
    async recorded(timestamp) {
      const select = () => db.select({ tokens: chosenConnectors.tokens }).from(chosenConnectors);
      const [last] = await select()
        .where(and(isOfChain, lte(chosenConnectors.hour, hourOf(BigInt(timestamp)))))
        .orderBy(desc(chosenConnectors.hour))
        .limit(1);
      if (last !== undefined) return last.tokens as Address[];
      const [first] = await select().where(isOfChain).orderBy(asc(chosenConnectors.hour)).limit(1);
      return (first?.tokens ?? []) as Address[];
    },
  };
}
