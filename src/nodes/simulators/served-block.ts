import { BaseError, type Hex, numberToHex } from "viem";
import { z } from "zod";
import type { Ask } from "./simulator.ts";
import { hex } from "./wire.ts";

/** A node has another block where one is simulated on. */
export class StaleBlockError extends BaseError {
  override readonly name = "StaleBlockError";
  readonly code = "STALE_BLOCK";

  constructor(blockNumber: number) {
    super(`block ${blockNumber} was replaced while a transaction was simulated on it; retry.`);
  }
}

const header = z.object({ hash: hex });

/** Hash of the block that a node has at a height; null: it has none. */
export async function hashAt(ask: Ask, number: number): Promise<Hex | null> {
  const params = [numberToHex(number), false];
  const found = await ask({ method: "eth_getBlockByNumber", params });
  return found === null ? null : header.parse(found).hash;
}
