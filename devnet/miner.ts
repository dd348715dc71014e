import { mineBlock } from "./builder.ts";
import type { ChainSpec } from "./chains.ts";
import { headTime } from "./clock.ts";
import type { Rpc } from "./rpc.ts";

/** Mines blocks by interval. */
export interface Miner {
  /** Resolves when no block is being mined any more. */
  stop(): Promise<void>;
}

export interface MinerOptions {
  readonly intervalMs: number;
  /** Time until the first block; absent: as long. */
  readonly firstMs?: number;
  /**
   * How many blocks share a timestamp, where the node is told to leave it alone; absent: as the
   * node says.
   */
  readonly blocksPerSecond?: number | undefined;
  readonly log?: ((line: string) => void) | undefined;
}

/**
 * Mines a block every `intervalMs`, with the chain's base fee: left alone, the fee of nearly empty
 * blocks would fall to nothing. A block that takes longer than the interval delays the next one.
 */
export function startMiner(
  rpc: Rpc,
  spec: ChainSpec,
  { intervalMs, firstMs = intervalMs, blocksPerSecond, log = () => undefined }: MinerOptions,
): Miner {
  let stopped = false;
  let mining: Promise<void> = Promise.resolve();
  let timer = setTimeout(tick, firstMs);
  let mined = 0;

  function tick(): void {
    const startedAt = Date.now();
    mining = mine()
      .catch((error: unknown) => {
        if (!stopped) log(`devnet: chain ${spec.chainId} mined no block: ${String(error)}`);
      })
      .then(() => {
        if (!stopped) timer = setTimeout(tick, Math.max(0, intervalMs - (Date.now() - startedAt)));
      });
  }

  async function mine(): Promise<void> {
    if (blocksPerSecond !== undefined && mined % blocksPerSecond === 0) {
      await rpc.request("evm_setNextBlockTimestamp", [(await headTime(rpc)) + 1]);
    }
    await mineBlock(rpc, spec.baseFeePerGas);
    mined += 1;
  }

  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return mining;
    },
  };
}
