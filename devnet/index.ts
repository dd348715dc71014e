import { type Anvil, startAnvil } from "./anvil.ts";
import { chainSpec, DEFAULT_CHAIN_IDS } from "./chains.ts";
import { alignClock } from "./clock.ts";
import { readManifest } from "./manifest.ts";
import { type Miner, startMiner } from "./miner.ts";
import { manifestPath, type PreparedState, prepareDevnet, statePath } from "./prepare.ts";
import { PROVIDER_CLASSES, type ProviderName } from "./provider/classes.ts";
import { type Provider, startProvider } from "./provider/provider.ts";
import { startTrader, type Trader } from "./trader/trader.ts";

export { type PreparedState, prepareDevnet } from "./prepare.ts";

/** A running chain of the devnet. */
export interface DevnetChain {
  readonly chainId: number;
  readonly url: string;
  readonly wsUrl: string;
  readonly port: number;
  /** Of the node itself, where a proxy is before it. */
  readonly nodeUrl: string;
}

/** The running devnet. Its nodes die with this process, however this process ends. */
export interface Devnet {
  readonly chains: readonly DevnetChain[];
  stop(): Promise<void>;
  /**
   * Mines a block now, and one every `intervalMs` from then on; does nothing where blocks are mined
   * by interval already.
   */
  startMining(intervalMs: number): void;
  /** Starts sending trades after each new block; does nothing while it runs. */
  startTrader(): void;
  stopTrader(): void;
}

export interface DevnetOptions {
  /** RPC port by chain id; 0 or absent: a free port. */
  readonly ports?: Readonly<Record<number, number>>;
  /** Which chains to start; absent: all but those on request. */
  readonly chainIds?: readonly number[];
  /**
   * Milliseconds between blocks, 2000 when absent; null: blocks are mined on demand, unless
   * `automine`.
   */
  readonly blockTimeMs?: number | null;
  /** Mines a block for every transaction. Without `blockTimeMs` it replaces mining by interval. */
  readonly automine?: boolean;
  /** States that a node keeps, newest first; 128 when absent. Each takes about 5 MB on chain 1. */
  readonly keptStates?: number;
  readonly log?: (line: string) => void;
  /** Chooses the trader's trades. */
  readonly seed?: number;
  /**
   * Puts a proxy before each node that behaves like a class of rented ones; absent: none. Headers
   * keep their blooms: no chain of the devnet is one whose blooms are of other blocks.
   */
  readonly provider?: ProviderName;
}

const DEFAULT_BLOCK_TIME_MS = 2_000;
const DEFAULT_SEED = 1;

/**
 * As nodes without an archive. Anvil would write older ones to disk, tens of megabytes a block,
 * until the disk is full.
 */
const KEPT_STATES = 128;

/** Further back than others' nodes serve; each takes about 5 MB. */
const ARCHIVED_STATES = 512;

function statesBehind(name: ProviderName): number {
  return PROVIDER_CLASSES[name].keptStates === null ? ARCHIVED_STATES : 2 * KEPT_STATES;
}

interface RunningChain extends DevnetChain {
  readonly anvil: Anvil;
  miner: Miner | null;
  readonly provider: Provider | null;
}

/**
 * Starts the devnet's chains from their prepared state, which is built on first use.
 *
 * @throws PortBusyError when a given port is taken; the message names the environment variable.
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const log = options.log ?? (() => undefined);
  const { chainIds = DEFAULT_CHAIN_IDS } = options;
  const state = await prepareDevnet(log, chainIds);
  const chains = await startAll(
    chainIds.map((chainId) => () => startChain(state, chainId, options)),
  );
  let traders: Trader[] = [];

  function stopTrader(): void {
    for (const trader of traders) trader.stop();
    traders = [];
  }

  return {
    chains: chains.map(({ chainId, url, wsUrl, port, nodeUrl }) => {
      return { chainId, url, wsUrl, port, nodeUrl };
    }),
    async stop() {
      stopTrader();
      await Promise.all(chains.map(stopChain));
    },
    startMining(intervalMs) {
      for (const chain of chains) {
        const { miner, anvil, chainId } = chain;
        chain.miner =
          miner ?? startMiner(anvil.rpc, chainSpec(chainId), { intervalMs, firstMs: 0, log });
      }
    },
    startTrader() {
      if (traders.length > 0) return;
      traders = chains.map(({ chainId, anvil }) =>
        startTrader({
          rpc: anvil.rpc,
          manifest: readManifest(manifestPath(state, chainId)),
          seed: options.seed ?? DEFAULT_SEED,
          log,
        }),
      );
    },
    stopTrader,
  };
}

async function startChain(
  state: PreparedState,
  chainId: number,
  options: DevnetOptions,
): Promise<RunningChain> {
  const spec = chainSpec(chainId);
  const automine = options.automine ?? false;
  const portRemedy = `stop it or set ${spec.portVariable} to another port.`;
  const [port, name] = [options.ports?.[chainId] ?? 0, options.provider];
  const keptStates = options.keptStates ?? (name === undefined ? KEPT_STATES : statesBehind(name));
  const anvil = await startAnvil({
    ...{ chainId, portRemedy, port: name === undefined ? port : 0 },
    statePath: statePath(state, chainId),
    args: ["--no-mining", "--prune-history", String(keptStates)],
  });
  const provider =
    name === undefined
      ? null
      : await startProvider({
          nodeUrl: anvil.url,
          name,
          port,
          portRemedy,
          hasOwnBloom: true,
        }).catch(async (error: unknown) => {
          await anvil.stop();
          throw error;
        });
  await alignClock(anvil.rpc, spec);
  if (automine) await anvil.rpc.request("evm_setAutomine", [true]);
  const interval =
    options.blockTimeMs === undefined && !automine ? DEFAULT_BLOCK_TIME_MS : options.blockTimeMs;
  const miner =
    interval === undefined || interval === null
      ? null
      : startMiner(anvil.rpc, spec, { intervalMs: interval, log: options.log });
  const { url, wsUrl, port: served } = provider ?? anvil;
  return { ...{ chainId, url, wsUrl, port: served, nodeUrl: anvil.url }, anvil, miner, provider };
}

async function stopChain(chain: RunningChain): Promise<void> {
  await chain.miner?.stop();
  await chain.provider?.stop();
  await chain.anvil.stop();
}

/** Starts all; when one fails, stops the others before it throws. */
async function startAll(starts: readonly (() => Promise<RunningChain>)[]): Promise<RunningChain[]> {
  const results = await Promise.allSettled(starts.map((start) => start()));
  const running = results.flatMap((result) =>
    result.status === "fulfilled" ? [result.value] : [],
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed === undefined) return running;
  await Promise.all(running.map(stopChain));
  throw failed.reason;
}
