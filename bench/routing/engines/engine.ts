import type { Market } from "../market.ts";
import type { Execution } from "../replay.ts";
import type { Trade } from "../trades.ts";

/** A router under test, prepared for one market. */
export interface Engine {
  readonly name: string;
  /**
   * The engine's plan for a trade; what is timed. Null when it finds none.
   *
   * @param gasPriceWei Wei per gas.
   */
  readonly plan: (trade: Trade, gasPriceWei: number) => Promise<Execution | null>;
}

export type CreateEngine = (market: Market) => Engine;
