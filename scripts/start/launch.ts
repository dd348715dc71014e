import { join } from "node:path";
import { apiProcesses } from "../../src/api/main/process-count.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import type { ChildOptions } from "./child.ts";
import { startDatabase } from "./database.ts";
import { startSupervisedDevnet } from "./devnet.ts";
import { StartError } from "./failure.ts";
import type { Flags } from "./flags.ts";
import { startIndexer, waitUntilReady } from "./indexer.ts";
import { readLogLine } from "./log-line.ts";
import { requireNodes } from "./nodes.ts";
import { preparePage } from "./page.ts";
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

/** Chains that are up, with the database, and the variables by which children reach them. */
interface Ground {
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

/** Connection string of the database: of the environment's, or of a server that is started. */
async function database({ plan, supervisor, say, onEnd }: LaunchOptions): Promise<string> {
  const { databaseUrl } = plan.environment;
  if (databaseUrl !== null) return databaseUrl;
  const startedAt = Date.now();
  const { url, end } = await startDatabase(supervisor, plan, () => "hidden");
  onEnd(end);
  say(`the database is up (${seconds(startedAt)})`);
  return url;
}

async function devnetGround(options: LaunchOptions): Promise<Ground> {
  const { plan, supervisor, say, flags, onEnd } = options;
  const { devnetPorts } = plan.environment;
  const startedAt = Date.now();
  say(`starting the devnet (chains ${[...devnetPorts.keys()].join(", ")})`);
  const claimed = database(options).then(async (url) => {
    for (const { schema } of plan.indexes) onEnd(await claimForDevnet(url, schema));
    return url;
  });
  const [devnet, databaseUrl] = await Promise.all([
    startSupervisedDevnet(supervisor, {
      ports: devnetPorts,
      logDirectory: plan.logDirectory,
      onLine: (line) => {
        say(line);
        return "shown";
      },
    }),
    supervisor.during(claimed),
  ]);
  say(`the devnet is up (${seconds(startedAt)})`);
  const env: Record<string, string> = { DATABASE_URL: databaseUrl };
  for (const { chainId, url, wsUrl } of devnet.chains) {
    env[`PONDER_RPC_URL_${chainId}`] = url;
    env[`PONDER_WS_URL_${chainId}`] = wsUrl;
    // All logs are few, and give the index a past.
    const start = `PONDER_START_BLOCK_${chainId}`;
    env[start] = process.env[start] ?? "0";
  }
  return {
    running: devnet.chains.map(({ chainId, url }) => ({ chain: chainOf(chainId), rpcUrl: url })),
    env,
    enliven: () => {
      if (flags.trader === "on") devnet.trade();
    },
  };
}

async function realGround(options: LaunchOptions): Promise<Ground> {
  const { plan, supervisor, say } = options;
  const { chains } = plan.environment;
  say(`checking the nodes of chains ${[...chains.keys()].join(", ")}`);
  const [nodes, databaseUrl] = await supervisor.during(
    Promise.all([requireNodes(plan.environment), database(options)]),
  );
  await supervisor.during(requireOwnChains(databaseUrl, nodes));
  return {
    running: [...chains.values()].map(({ chain }) => ({ chain, rpcUrl: null })),
    env: { DATABASE_URL: databaseUrl },
    enliven: () => undefined,
  };
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Starts everything and returns once the API answers for every chain. @throws StartError */
export async function launch(options: LaunchOptions): Promise<void> {
  const { root, plan, flags, supervisor, say } = options;
  const { environment, mode, baseUrl, logDirectory } = plan;
  const startedAt = Date.now();
  const page = preparePage({ root, say });
  const ground = await (mode === "devnet" ? devnetGround(options) : realGround(options));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...ground.env,
    NODE_ENV: process.env.NODE_ENV ?? "production",
  };
  const showing =
    (name: string): ChildOptions["onLine"] =>
    (line) => {
      const { text, isWarning } = readLogLine(line);
      if (!isWarning && flags.console === "warnings") return "hidden";
      say(`${name}: ${text}`);
      return "shown";
    };

  say("starting the indexer and the API");
  const privatePorts: number[] = [];
  for (const index of plan.indexes) {
    const taken = [environment.port, ...environment.devnetPorts.values(), ...privatePorts];
    const port = await freePort(taken);
    privatePorts.push(port);
    startIndexer(supervisor, {
      ...{ root, env, host: "127.0.0.1", port, index, logDirectory, onLine: showing("indexer") },
      ...(mode === "devnet" ? {} : { onRestart: say }),
    });
  }
  supervisor.start({
    name: "API",
    program: {
      kind: "node",
      args: [
        ...["--import", join(import.meta.dirname, "leash.ts"), join(root, "scripts/api.ts")],
        ...(mode === "devnet" ? ["--devnet"] : []),
      ],
      env,
    },
    logFile: join(logDirectory, "api.log"),
    onLine: showing("api"),
  });
  const processes = apiProcesses(environment);
  const ready = waitUntilReady({ baseUrl, processes, privatePorts }, (share) =>
    say(share < 1 ? `backfill ${Math.floor(share * 100)} %` : "backfill 100 %, joining the head"),
  );
  await supervisor.during(ready);
  await supervisor.during(page);
  ground.enliven();
  say(`ready (${seconds(startedAt)})`);
  console.log(renderSummary({ baseUrl, mode, chains: ground.running, logDirectory }));
}
