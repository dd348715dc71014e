import { factory } from "ponder";
import {
  PendleFirstMarketFactory,
  PendleMarket,
  PendleMarketFactory,
} from "../../../abis/Pendle.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { deployments, type PendleContracts } from "./contracts.ts";

const [firstCreated] = PendleFirstMarketFactory;
const [created] = PendleMarketFactory;

type Kind = "firstFactories" | "factories";

/** What Ponder indexes for the family, by source name. */
export function pendleSources(environment: Pick<Environment, "chains">) {
  const addresses = (kind: Kind, contracts: readonly PendleContracts[]) =>
    contracts.flatMap((each) => each[kind]);
  const made = <E>(kind: Kind, of: (address: readonly `0x${string}`[]) => E) => ({
    address: (contracts: readonly PendleContracts[]): E | null => {
      const found = addresses(kind, contracts);
      return found.length === 0 ? null : of(found);
    },
  });
  return {
    PendleFirstMarketFactory: {
      abi: PendleFirstMarketFactory,
      chain: chainSources(
        deployments,
        environment,
        made("firstFactories", (found) => found),
      ),
    },
    PendleMarketFactory: {
      abi: PendleMarketFactory,
      chain: chainSources(
        deployments,
        environment,
        made("factories", (found) => found),
      ),
    },
    PendleFirstMarket: {
      abi: PendleMarket,
      chain: chainSources(
        deployments,
        environment,
        made("firstFactories", (address) =>
          factory({ address, event: firstCreated, parameter: "market" }),
        ),
      ),
    },
    PendleMarket: {
      abi: PendleMarket,
      chain: chainSources(
        deployments,
        environment,
        made("factories", (address) => factory({ address, event: created, parameter: "market" })),
      ),
    },
  };
}
