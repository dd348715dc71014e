import pino from "pino";
import { expect } from "vitest";
import {
  type ChainServiceOptions,
  createChainService,
} from "../../../src/api/chain/chain-service.ts";
import type { ChainService } from "../../../src/api/chain/service.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { weir } from "./recording.ts";

/** Another service on the same index. */
export function otherService(retained?: ChainServiceOptions["retained"]) {
  const { chain, client } = weir.service(1);
  return createChainService({
    ...{ chain, client, retained, store: weir.store, wsUrl: null },
    ...{ protocols: PROTOCOLS, log: pino({ level: "silent" }), earliestBlock: 0 },
    limits: { maxLagChainSeconds: 60, maxLagSeconds: 30 },
  });
}

/** Pools, tokens, positions and edges in their order, as far as they are data. */
function dataOf({
  block,
  next,
  pools,
  tokens,
  positions,
  defiTokens,
  edges,
  priceFeeds,
}: Snapshot) {
  return {
    ...{ block: { ...block, parentHash: null }, next, priceFeeds },
    ...{ pools: [...pools], tokens: [...tokens] },
    positions: [...positions].map(([key, { position, state }]) => [key, position, state.id]),
    defiTokens: [...defiTokens].map(([key, { token, state }]) => [key, token, state.id]),
    edges: [...edges].map(([token, out]) => [
      token,
      out.map(({ place, action, tokenOut, state }) => [place, action, tokenOut, state.id]),
    ]),
  };
}

/** Asks a service for the blocks of graphs; what it gives is what they were. */
export async function expectAsRecorded(
  service: Pick<ChainService, "at">,
  graphs: readonly Snapshot[],
): Promise<void> {
  for (const graph of graphs) {
    const then = await service.at({ blockNumber: graph.block.number });
    expect(dataOf(then.snapshot()), `block ${graph.block.number}`).toEqual(dataOf(graph));
  }
}
