import { chainSpec } from "../chains.ts";
import type { Devnet } from "../index.ts";
import { type Miner, startMiner } from "../miner.ts";
import type { ProviderName } from "../provider/classes.ts";
import { startProvider } from "../provider/provider.ts";
import { startTrader, type Trader } from "../trader/trader.ts";
import { startMarketNode } from "./node.ts";
import { CHAIN_ID } from "./prepare.ts";

export interface MarketDevnetOptions {
  /** Of the full market, 0 to 1. */
  readonly share: number;
  /** RPC port; 0 or absent: a free one. */
  readonly port?: number;
  /** Milliseconds between blocks; null: none are mined. */
  readonly blockTimeMs: number | null;
  /** Puts a proxy before the node that behaves like a class of rented ones; absent: none. */
  readonly provider?: ProviderName;
  readonly log?: (line: string) => void;
}

const SEED = 1;

/**
 * The devnet with chain 1 alone, which has a market of mainnet's order. Whoever trades there, or
 * starts its trader, takes older states from those who read them: the node keeps no copies.
 *
 * @throws PortBusyError when `port` is taken; the message names the environment variable.
 */
export async function startMarketDevnet(options: MarketDevnetOptions): Promise<Devnet> {
  const { share, port = 0, blockTimeMs, provider: name, log = () => undefined } = options;
  const spec = chainSpec(CHAIN_ID);
  const portRemedy = `stop it or set ${spec.portVariable} to another port.`;
  const node = await startMarketNode({
    ...{ share, portRemedy, port: name === undefined ? port : 0 },
    log,
  });
  const { rpc } = node.anvil;
  const provider =
    name === undefined
      ? null
      : await startProvider({ nodeUrl: node.url, name, port, portRemedy }).catch(async (error) => {
          await node.stop();
          throw error;
        });
  let miner: Miner | null = null;
  const startMining = (intervalMs: number, firstMs = 0): void => {
    miner ??= startMiner(rpc, spec, { intervalMs, firstMs, log });
  };
  if (blockTimeMs !== null) startMining(blockTimeMs, blockTimeMs);
  let trader: Trader | null = null;
  const stopTrader = (): void => {
    trader?.stop();
    trader = null;
  };
  const { url, port: served } = provider ?? node;
  return {
    chains: [{ chainId: CHAIN_ID, url, port: served, wsUrl: node.anvil.wsUrl, nodeUrl: node.url }],
    startMining,
    startTrader() {
      trader ??= startTrader({ rpc, manifest: node.manifest, seed: SEED, log });
    },
    stopTrader,
    async stop() {
      stopTrader();
      await miner?.stop();
      await provider?.stop();
      await node.stop();
    },
  };
}
