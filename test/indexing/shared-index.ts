import { type DevnetChain, startDevnet } from "../../devnet/index.ts";
import { type Ponder, startPonder } from "../harness/ponder.ts";
import { startPostgres } from "../harness/postgres.ts";

export const SCHEMA = "weir";
/** All chains of the devnet. */
export const CHAIN_IDS = [1, 8453, 43_114, 80_094] as const;

/** An indexer that has backfilled all chains, which mine on demand. */
export interface SharedIndex {
  readonly databaseUrl: string;
  readonly ponder: Ponder;
  /** @throws Error for a chain that the devnet does not have. */
  chain(chainId: number): DevnetChain;
  stop(): Promise<void>;
}

/** Of the test file that runs. */
let running: Promise<SharedIndex> | null = null;

/** The index that the suites of a test file use one after the other. Started on first use. */
export function sharedIndex(): Promise<SharedIndex> {
  running ??= startIndex();
  return running;
}

/** Ends it, if it was started; to be called when all suites are through. */
export async function stopSharedIndex(): Promise<void> {
  const ending = running;
  running = null;
  await (await ending)?.stop();
}

async function startIndex(): Promise<SharedIndex> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const devnet = await startDevnet({ chainIds: CHAIN_IDS, blockTimeMs: null });
    stops.push(devnet.stop);
    const server = await startPostgres();
    stops.push(server.stop);
    const env: Record<string, string> = {
      ...{ DATABASE_URL: server.url, DATABASE_SCHEMA: SCHEMA, POLLING_INTERVAL_MS: "100" },
    };
    for (const { chainId, url } of devnet.chains) {
      env[`PONDER_RPC_URL_${chainId}`] = url;
      env[`PONDER_START_BLOCK_${chainId}`] = "0";
    }
    const ponder = await startPonder({ env, logLevel: "warn" });
    stops.push(ponder.stop);
    await ponder.backfilled();
    const chain = (chainId: number): DevnetChain => {
      const found = devnet.chains.find((each) => each.chainId === chainId);
      if (found === undefined) throw new Error(`The devnet has no chain ${chainId}.`);
      return found;
    };
    return { databaseUrl: server.url, ponder, chain, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
