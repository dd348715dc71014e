import { mineBlock } from "./builder.ts";
import type { ChainSpec } from "./chains.ts";
import type { Rpc } from "./rpc.ts";

/** Mines blocks by interval. */
export interface Miner {
  /** Resolves when no block is being mined any more. */
  stop(): Promise<void>;
}

/**
 * Mines a block every `intervalMs`, with the chain's base fee: left alone, the fee of nearly empty
 * blocks would fall to nothing. A block that takes longer than the interval delays the next one.
 */
export function startMiner(
  rpc: Rpc,
  spec: ChainSpec,
  intervalMs: number,
  log: (line: string) => void = () => undefined,
): Miner {
  let stopped = false;
  let mining: Promise<void> = Promise.resolve();
  let timer = setTimeout(tick, intervalMs);

  function tick(): void {
    const startedAt = Date.now();
    mining = mineBlock(rpc, spec.baseFeePerGas)
      .catch((error: unknown) => {
        if (!stopped) log(`devnet: chain ${spec.chainId} mined no block: ${String(error)}`);
      })
      .then(() => {
        if (!stopped) timer = setTimeout(tick, Math.max(0, intervalMs - (Date.now() - startedAt)));
      });
  }

  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return mining;
    },
  };
}
