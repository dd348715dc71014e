import { join } from "node:path";
import type { Environment } from "../../src/lib/env.ts";
import { type IndexPlan, indexOf } from "./index-plan.ts";
import type { WantedPort } from "./ports.ts";

/** What a start is going to run, as the environment decides. */
export interface Plan {
  readonly mode: "devnet" | "real chains";
  readonly environment: Environment;
  /** Where everything is kept that outlives the start. */
  readonly dataDirectory: string;
  /** Where the database is, unless DATABASE_URL names another; a devnet has one of its own. */
  readonly clusterDirectory: string;
  /** One for each process of an indexer. */
  readonly indexes: readonly IndexPlan[];
  readonly lockFile: string;
  readonly logDirectory: string;
  /** Ports that must be free. */
  readonly ports: readonly WantedPort[];
  /** Address of the API for a client on this machine. */
  readonly baseUrl: string;
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

function clientHost(host: string): string {
  if (EVERY_ADDRESS.has(host)) return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Without an RPC URL in the environment, the devnet; with one, those chains. */
export function planStart(environment: Environment): Plan {
  const { chains, dataDirectory, databaseSchema, host, port, devnetPorts } = environment;
  const mode = chains.size === 0 ? "devnet" : "real chains";
  const nodes = [...devnetPorts].map(
    ([chainId, nodePort]): WantedPort => ({
      variable: `DEVNET_PORT_${chainId}`,
      host: "127.0.0.1",
      port: nodePort,
      purpose: `the devnet's chain ${chainId}`,
    }),
  );
  return {
    mode,
    environment,
    dataDirectory,
    clusterDirectory: join(dataDirectory, mode === "devnet" ? "postgres-devnet" : "postgres"),
    indexes:
      mode === "devnet"
        ? [{ chainIds: [...devnetPorts.keys()], schema: `${databaseSchema}_devnet` }]
        : [...chains.keys()].map((chainId) => indexOf([chainId], databaseSchema)),
    lockFile: join(dataDirectory, "start.lock"),
    logDirectory: join(dataDirectory, "logs"),
    ports: [
      { variable: "PORT", host, port, purpose: "the API" },
      ...(mode === "devnet" ? nodes : []),
    ],
    baseUrl: `http://${clientHost(host)}:${port}`,
  };
}
