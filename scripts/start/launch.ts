import { rmSync } from "node:fs";
import { CHAINS } from "../../src/lib/chains.ts";
import { startSupervisedDevnet } from "./devnet.ts";
import { StartError } from "./failure.ts";
import type { Flags } from "./flags.ts";
import { requireSameChains } from "./identity.ts";
import { startIndexer, waitUntilReady } from "./indexer.ts";
import { readLogLine } from "./log-line.ts";
import { requireNodes } from "./nodes.ts";
import type { Plan } from "./plan.ts";
import { freePort } from "./ports.ts";
import { claimForDevnet, requireOwnChains } from "./postgres.ts";
import { type RunningChain, renderSummary } from "./summary.ts";
import type { Supervisor } from "./supervisor.ts";

export interface LaunchOptions {
  readonly root: string;
  readonly plan: Plan;
  readonly flags: Flags;
  readonly supervisor: Supervisor;
  /** Prints one line of progress. */
  readonly say: (line: string) => void;
  /** Called before the start goes on, for what must be undone at the end. */
  readonly onEnd: (undo: () => Promise<void>) => void;
}

/** Chains that are up, and the variables by which the indexer reaches them. */
interface Chains {
  readonly running: readonly RunningChain[];
  readonly env: Readonly<Record<string, string>>;
  /** Called once everything is ready. */
  readonly enliven: () => void;
}

function chainOf(chainId: number): RunningChain["chain"] {
  const chain = CHAINS.get(chainId);
  if (chain === undefined) throw new StartError(`Chain ${chainId} has no entry in the chain list.`);
  return chain;
}

async function devnetChains(options: LaunchOptions): Promise<Chains> {
  const { plan, supervisor, say, flags, onEnd } = options;
  const { database, devnetPorts } = plan.environment;
  rmSync(plan.dataDirectory, { recursive: true, force: true });
  if (database.kind === "postgres") {
    onEnd(await supervisor.during(claimForDevnet(database.url, plan.databaseSchema)));
  }
  const startedAt = Date.now();
  say(`starting the devnet (chains ${[...devnetPorts.keys()].join(", ")})`);
  const devnet = await startSupervisedDevnet(supervisor, {
    ports: devnetPorts,
    logDirectory: plan.logDirectory,
    onLine: (line) => {
      say(line);
      return "shown";
    },
  });
  say(`the devnet is up (${seconds(startedAt)})`);
  // The tables of a devnet are worthless after it, and on disk they take half as much time again.
  const env: Record<string, string> =
    database.kind === "pglite" ? { DATABASE_URL: "memory://" } : {};
  for (const { chainId, url, wsUrl } of devnet.chains) {
    env[`PONDER_RPC_URL_${chainId}`] = url;
    env[`PONDER_WS_URL_${chainId}`] = wsUrl;
    env[`PONDER_START_BLOCK_${chainId}`] = "0";
  }
  return {
    running: devnet.chains.map(({ chainId, url }) => ({ chain: chainOf(chainId), rpcUrl: url })),
    env,
    enliven: () => {
      if (flags.trader === "on") devnet.trade();
    },
  };
}

async function realChains({ plan, supervisor, say }: LaunchOptions): Promise<Chains> {
  const { environment, dataDirectory } = plan;
  const { chains, database } = environment;
  say(`checking the nodes of chains ${[...chains.keys()].join(", ")}`);
  const nodes = await supervisor.during(requireNodes(environment));
  await supervisor.during(
    database.kind === "postgres"
      ? requireOwnChains(database.url, nodes)
      : requireSameChains(nodes, dataDirectory),
  );
  return {
    running: [...chains.values()].map(({ chain }) => ({ chain, rpcUrl: null })),
    env: {},
    enliven: () => undefined,
  };
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Starts everything and returns once the API answers for every chain. @throws StartError */
export async function launch(options: LaunchOptions): Promise<void> {
  const { root, plan, flags, supervisor, say } = options;
  const { environment, mode, baseUrl, logDirectory, databaseSchema } = plan;
  const startedAt = Date.now();
  const chains = await (mode === "devnet" ? devnetChains(options) : realChains(options));

  const privatePort = await freePort([environment.port, ...environment.devnetPorts.values()]);
  say("starting the indexer");
  startIndexer(supervisor, {
    root,
    env: {
      ...process.env,
      ...chains.env,
      DATABASE_SCHEMA: databaseSchema,
      WEIR_DATA_DIR: plan.dataDirectory,
      PORT: String(privatePort),
      WEIR_API: "on",
      WEIR_API_PORT: String(environment.port),
      NODE_ENV: process.env.NODE_ENV ?? "production",
    },
    privatePort,
    databaseSchema,
    logDirectory,
    onLine: (line) => {
      const { text, isWarning } = readLogLine(line);
      if (!isWarning && flags.console === "warnings") return "hidden";
      say(`indexer: ${text}`);
      return "shown";
    },
  });
  const ready = waitUntilReady(baseUrl, privatePort, (share) =>
    say(share < 1 ? `backfill ${Math.floor(share * 100)} %` : "backfill 100 %, joining the head"),
  );
  await supervisor.during(ready);
  chains.enliven();
  say(`ready (${seconds(startedAt)})`);
  console.log(renderSummary({ baseUrl, mode, chains: chains.running, logDirectory }));
}
