import { CHAINS } from "../../src/lib/chains.ts";
import { startDatabase } from "./database.ts";
import { type SupervisedDevnet, startSupervisedDevnet } from "./devnet.ts";
import { StartError } from "./failure.ts";
import { indexFacts } from "./index-facts.ts";
import type { LaunchOptions } from "./launch.ts";
import { requireNodes } from "./nodes.ts";
import { claimForDevnet, requireOwnChains } from "./postgres.ts";
import { seconds } from "./progress.ts";
import type { RunningChain } from "./summary.ts";

/** What the indexers and the API stand on: a database, and chains. */
export interface Ground {
  readonly running: readonly RunningChain[];
  /** The variables by which children reach them. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves when the chains' nodes answer. */
  readonly isUp: Promise<unknown>;
  /** Called once the indexers have read what was there, and wait for a block. */
  readonly onBackfilled: () => Promise<void>;
  /** Called once everything is ready. */
  readonly onReady: () => Promise<void>;
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

/** Starts the devnet's chains; where they are indexed already, returns before they are up. */
export async function devnetGround(options: LaunchOptions): Promise<Ground> {
  const { root, plan, supervisor, say, flags, onEnd } = options;
  const { devnetPorts } = plan.environment;
  say(`starting the devnet (chains ${[...devnetPorts.keys()].join(", ")})`);
  const devnet = supervisedDevnet(options);
  // It is waited for later.
  devnet.catch(() => undefined);
  const url = await supervisor.during(database(options));
  const claims = plan.indexes.map(async ({ schema, chainIds }) => {
    const facts = indexFacts(root, chainIds, plan.environment);
    const claim = await claimForDevnet(url, { schema, facts });
    onEnd(claim.release);
    return claim;
  });
  const claimed = await supervisor.during(Promise.all(claims));
  // Else they may have to be built, which takes longer than an indexer waits for a node.
  if (!claimed.every(({ isIndexed }) => isIndexed)) await devnet;
  const env: Record<string, string> = { DATABASE_URL: url };
  const running: RunningChain[] = [];
  for (const [chainId, port] of devnetPorts) {
    const rpcUrl = `http://127.0.0.1:${port}`;
    running.push({ chain: chainOf(chainId), rpcUrl });
    env[`PONDER_RPC_URL_${chainId}`] = rpcUrl;
    env[`PONDER_WS_URL_${chainId}`] = `ws://127.0.0.1:${port}`;
    // All logs are few, and give the index a past.
    const start = `PONDER_START_BLOCK_${chainId}`;
    env[start] = process.env[start] ?? "0";
  }
  return {
    running,
    env,
    isUp: devnet,
    async onBackfilled() {
      for (const claim of claimed) {
        await claim.keep().catch((error: unknown) => {
          say(`the index is not kept for the next start: ${String(error)}`);
        });
      }
      (await devnet).mine();
    },
    async onReady() {
      if (flags.trader === "on") (await devnet).trade();
    },
  };
}

async function supervisedDevnet(options: LaunchOptions): Promise<SupervisedDevnet> {
  const { plan, supervisor, say } = options;
  const startedAt = Date.now();
  const devnet = await startSupervisedDevnet(supervisor, {
    ports: plan.environment.devnetPorts,
    logDirectory: plan.logDirectory,
    onLine: (line) => {
      say(line);
      return "shown";
    },
  });
  say(`the devnet is up (${seconds(startedAt)})`);
  return devnet;
}

/** Checks that the nodes of real chains answer, and that the database is of these chains. */
export async function realGround(options: LaunchOptions): Promise<Ground> {
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
    isUp: Promise.resolve(),
    onBackfilled: () => Promise.resolve(),
    onReady: () => Promise.resolve(),
  };
}
