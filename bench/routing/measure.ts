import type { Engine } from "./engines/engine.ts";
import type { Market } from "./market.ts";
import { type Outcome, replay } from "./replay.ts";
import type { Trade } from "./trades.ts";

/** What an engine did with one trade. */
export interface Sample {
  /** Null when the engine found no plan, or one that cannot be executed. */
  readonly outcome: Outcome | null;
  /**
   * Medians over the repetitions, milliseconds: by the wall clock, and of this process's processor
   * time, garbage collection included.
   */
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** A trade that takes longer is not repeated. */
const SLOW_MS = 1_000;

/** Plans a trade `repetitions` times and replays the plan exactly. */
export async function measure(
  engine: Engine,
  market: Market,
  on: { readonly trade: Trade; readonly gasPriceWei: number; readonly repetitions: number },
): Promise<Sample> {
  const { trade, gasPriceWei, repetitions } = on;
  const [wall, cpu]: [number[], number[]] = [[], []];
  let outcome: Outcome | null = null;
  for (let n = 0; n < repetitions && !(n > 0 && (wall[0] ?? 0) > SLOW_MS); n++) {
    const [started, used] = [performance.now(), process.cpuUsage()];
    try {
      const plan = await engine.plan(trade, gasPriceWei);
      const { user, system } = process.cpuUsage(used);
      wall.push(performance.now() - started);
      cpu.push((user + system) / 1_000);
      if (plan !== null)
        outcome = "amountOut" in plan ? plan : replay(market.snapshot, trade, plan);
    } catch (error) {
      // Other engines throw where they find nothing; the table counts it as no plan.
      if (engine.name === "weir" || !(error instanceof Error)) throw error;
      wall.push(performance.now() - started);
      cpu.push(0);
      console.error(`${engine.name}: ${error.message.slice(0, 120)}`);
    }
  }
  return { outcome, wallMs: median(wall), cpuMs: median(cpu) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
