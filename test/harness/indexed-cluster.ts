import { startDevnet } from "../../devnet/index.ts";
import { stateKey } from "../../devnet/state-key.ts";
import { indexedCode } from "../../indexer/digest.ts";
import { findInstallation } from "../../scripts/postgres/installation.ts";
import { clusterTemplate, copyCluster, emptyCluster } from "./cluster-template.ts";
import { startPonder } from "./ponder.ts";
import { serveCluster } from "./postgres.ts";

const CHAIN_ID = 1;
/** Of the indexed tables. */
export const SCHEMA = "weir_test";

/**
 * The template of a cluster where chain 1 of the devnet is indexed: a backfill takes longer than
 * many a test. An indexer goes on there as after a restart.
 */
export async function indexedCluster(): Promise<string> {
  const installation = findInstallation();
  const { digest } = await indexedCode([CHAIN_ID]);
  const facts = [digest, stateKey(CHAIN_ID), SCHEMA];
  return clusterTemplate({ name: "indexed", facts }, installation, async (directory) => {
    copyCluster(await emptyCluster(installation), directory);
    const stops: (() => Promise<void>)[] = [];
    try {
      const devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null });
      stops.push(devnet.stop);
      const server = await serveCluster(directory, installation);
      stops.push(server.stop);
      const ponder = await startPonder({
        env: indexerEnvironment(devnet.chains, server.url),
        logLevel: "warn",
      });
      stops.push(ponder.stop);
      await ponder.backfilled();
    } finally {
      for (const stop of stops.toReversed()) await stop();
    }
  });
}

/** Variables of an indexer of chains from their first block. */
export function indexerEnvironment(
  chains: readonly { readonly chainId: number; readonly url: string; readonly wsUrl: string }[],
  databaseUrl: string,
): Record<string, string> {
  const env: Record<string, string> = { DATABASE_URL: databaseUrl, DATABASE_SCHEMA: SCHEMA };
  for (const { chainId, url, wsUrl } of chains) {
    env[`PONDER_RPC_URL_${chainId}`] = url;
    env[`PONDER_WS_URL_${chainId}`] = wsUrl;
    env[`PONDER_START_BLOCK_${chainId}`] = "0";
  }
  return env;
}
