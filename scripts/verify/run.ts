import { setTimeout as sleep } from "node:timers/promises";
import { createPublicClient, type StateOverride } from "viem";
import { buildContracts } from "../../contracts/build.ts";
import { createChainService, type RunningChainService } from "../../src/api/chain/chain-service.ts";
import { readChainIndexes } from "../../src/api/indexes/chain-indexes.ts";
import { deployments } from "../../src/api/program/contracts.ts";
import { openRecords } from "../../src/api/records/open.ts";
import { createPostgresStore } from "../../src/api/store/postgres.ts";
import { verify } from "../../src/api/verify/verify.ts";
import { type Environment, readEnvironment } from "../../src/lib/env.ts";
import type { Source } from "../../src/lib/env-chains.ts";
import { createLogger } from "../../src/lib/logging.ts";
import { nodesTransport } from "../../src/nodes/transport.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import { rehearse } from "../deploy/rehearsal.ts";
import { StartError } from "../start/failure.ts";
import { requireDatabaseUrl } from "../start/required.ts";
import { type VerifyCommand, verifyCommand } from "./options.ts";
import { jsonReport, textReport } from "./report.ts";

/** What a run came to. */
export interface Verified {
  readonly report: string;
  /** Whether nothing different was found, and something was tried. */
  readonly isEqual: boolean;
}

const READY_WITHIN_MS = 120_000;
const POLL_MS = 200;
/** Milliseconds that a request waits for a node before another is asked. */
const NODE_WAIT_MS = 10_000;

/**
 * Does what a command line of `npm run verify` says.
 *
 * @throws UsageError, EnvironmentError, StartError, ServiceError, WrongChainError.
 */
export async function runVerify(
  args: readonly string[],
  source: Source,
  say: (line: string) => void,
): Promise<Verified> {
  const command = verifyCommand(args, Date.now());
  const { chainId, rpcUrl, seed } = command;
  const name = `PONDER_RPC_URL_${chainId}`;
  const environment = readEnvironment(rpcUrl === null ? source : { ...source, [name]: rpcUrl });
  const databaseUrl = await requireDatabaseUrl(environment, "npm run verify");
  const service = await openService(environment, { chainId, databaseUrl });
  try {
    await untilReady(service);
    const overrides = await codeOf(service, say);
    const compared = await verify({
      ...{ service, overrides, random: seeded(seed) },
      ...{ states: command.states, routes: command.routes, families: command.families },
      onCompared: ({ subject, samples }) => say(`compared ${subject} (${samples})`),
    });
    const tried = compared.some(({ counts }) => counts.equal + counts.rounded > 0);
    return {
      report: reportOf(command)(compared, seed),
      isEqual: tried && compared.every(({ findings }) => findings.length === 0),
    };
  } finally {
    await service.close();
  }
}

function reportOf({ output }: VerifyCommand) {
  return output === "json" ? jsonReport : textReport;
}

async function openService(
  environment: Environment,
  { chainId, databaseUrl }: { readonly chainId: number; readonly databaseUrl: string },
): Promise<RunningChainService> {
  const own = environment.chains.get(chainId);
  if (own === undefined) {
    throw new StartError(
      `There is no node for chain ${chainId}; set PONDER_RPC_URL_${chainId} or give --rpc-url.`,
    );
  }
  const records = await openRecords(databaseUrl);
  const schema = (await readChainIndexes(records.db)).get(chainId);
  await records.close();
  if (schema === undefined) {
    throw new StartError(
      `Chain ${chainId} was never indexed in this database; run npm start with PONDER_RPC_URL_${chainId} first.`,
    );
  }
  const log = createLogger({ level: "silent" });
  const transport = nodesTransport({ chainId, urls: own.rpcUrls, log, waitMs: NODE_WAIT_MS });
  const store = createPostgresStore({ url: databaseUrl, schema });
  const { maxLagChainSeconds, maxLagSeconds, pollingIntervalMs } = environment;
  try {
    const service = await createChainService({
      ...{ chain: own.chain, wsUrl: own.wsUrl, store, log, protocols: PROTOCOLS },
      client: createPublicClient({ transport, cacheTime: 0 }),
      ...{ pollIntervalMs: pollingIntervalMs, limits: { maxLagChainSeconds, maxLagSeconds } },
    });
    const close = async (): Promise<void> => {
      await service.close();
      await store.close();
    };
    return { ...service, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @throws StartError */
async function untilReady(service: RunningChainService): Promise<void> {
  for (const start = Date.now(); !service.status().ready; await sleep(POLL_MS)) {
    if (Date.now() - start < READY_WITHIN_MS) continue;
    const { reason } = service.status();
    throw new StartError(
      `Chain ${service.chain.chainId} cannot be compared: ${reason ?? "it is not ready"}; wait until npm start is ready.`,
    );
  }
}

/** The code of Weir's contracts where the chain does not have them. */
async function codeOf(
  { chain, contracts }: RunningChainService,
  say: (line: string) => void,
): Promise<StateOverride> {
  while (contracts.standing() === "unknown") await sleep(POLL_MS);
  if (contracts.standing() === "deployed") return [];
  say("Weir's contracts are not on the chain; their code is lent to the simulations");
  const { steps } = await rehearse(deployments(await buildContracts()), chain.chainId);
  return steps.flatMap((step) => step.contracts.map(({ address, code }) => ({ address, code })));
}

/** Draws by a seed, so that a run can be had again. Source: https://github.com/bryc/code/blob/master/jshash/PRNGs.md (mulberry32) */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
