import type { Logger } from "pino";
import type { Address } from "viem";
import type { IndexedFamily } from "../../protocols/sources.ts";
import type { StateReader } from "../../seed/reader.ts";
import type { AdmissionOutcome } from "../metrics/metrics.ts";
import type { NamedPool } from "../records/schema.ts";
import type { AdmissionLimits } from "./admission-limits.ts";
import { createRecentNames } from "./recent-names.ts";

/** Addresses of no pool that the graph or a catalogue knows, and that requests name. */
export interface Strangers {
  /**
   * What some of them may be pools of, by their own words, by address. Those that are none are
   * not looked at again for an hour; those that are too many for a minute, or of which the node
   * does not tell, are left for another request.
   *
   * @param caller Who asks; null: the service itself.
   */
  recognise(
    names: readonly Address[],
    on: { readonly state: StateReader; readonly caller: string | null },
  ): Promise<ReadonlyMap<Address, NamedPool>>;
  /** Notes that nothing can be traded with an address, whatever it says of itself. */
  refuse(name: Address): void;
  /** Whether an address was found to be nothing within the hour. */
  isRefused(name: Address): boolean;
  /** Whether nothing is known of an address as the node did not tell when it was looked at. */
  isUnseen(name: Address): boolean;
}

/** Addresses of a request that are looked at. */
const MOST_LOOKED_AT = 8;

/** The strangers of a chain. */
export function createStrangers(options: {
  readonly chainId: number;
  readonly families: readonly IndexedFamily[];
  /** Of their own: whoever names what is nothing takes no place from pools that are there. */
  readonly limits: AdmissionLimits;
  readonly log: Logger;
  /** Counts addresses that were named. */
  readonly counted?: ((outcome: AdmissionOutcome) => void) | undefined;
}): Strangers {
  const { chainId, families, limits, log } = options;
  const refused = createRecentNames();
  const unseen = createRecentNames();
  return {
    async recognise(names, { state, caller }) {
      const asked = names.filter((name) => !refused.has(name)).slice(0, MOST_LOOKED_AT);
      const found = new Map<Address, NamedPool>();
      if (asked.length === 0) return found;
      if (limits.take(caller, asked.length) > 0) {
        for (const _ of asked) options.counted?.("limited");
        return found;
      }
      try {
        for (const { family, named } of families) {
          const pools = (await named?.recognise(state, asked, chainId)) ?? [];
          for (const pool of pools) found.set(pool.address, { ...pool, family });
        }
      } catch (error) {
        log.warn({ chainId, names: asked, err: error }, "what requests name cannot be looked at");
        for (const name of asked) unseen.add(name);
        return new Map();
      }
      for (const name of asked) if (!found.has(name)) refused.add(name);
      return found;
    },
    refuse: refused.add,
    isRefused: refused.has,
    isUnseen: (name) => unseen.has(name) && !refused.has(name),
  };
}
