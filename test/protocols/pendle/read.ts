import type { Address, PublicClient } from "viem";
import {
  PendleMarket as abi,
  PendleFirstMarketFactory,
  PendleMarketFactory,
} from "../../../abis/Pendle.ts";
import type { Ask } from "../../../src/catalog/live/aggregate.ts";
import { lower } from "../../../src/lib/address.ts";
import { pendleOn } from "../../../src/protocols/pendle/contracts.ts";
import {
  readMarkets,
  readWrappers,
  readYieldTokens,
} from "../../../src/protocols/pendle/reading.ts";
import type { PendlePool } from "../../../src/protocols/pendle/state.ts";
import { columnsOf } from "../../../src/protocols/pendle/transitions.ts";

/** Every market of the chain's factories, and the SYs, by contract reads and logs alone. */
export async function read(client: PublicClient, chainId: number): Promise<readonly PendlePool[]> {
  const contracts = pendleOn(chainId);
  if (contracts === null) return [];
  const { number: blockNumber, timestamp } = await client.getBlock();
  const ask: Ask = (views) =>
    Promise.all(
      views.map(async ({ target, data }) => {
        try {
          return (await client.call({ to: target, data, blockNumber })).data ?? null;
        } catch {
          // As the aggregate says of a view that reverts.
          return null;
        }
      }),
    );
  const range = { fromBlock: 0n, toBlock: blockNumber };
  const logs = (
    await Promise.all([
      client.getLogs({
        ...{ address: [...contracts.firstFactories], event: PendleFirstMarketFactory[0], ...range },
      }),
      client.getLogs({
        ...{ address: [...contracts.factories], event: PendleMarketFactory[0], ...range },
      }),
    ])
  ).flat();
  const markets = await Promise.all(
    logs.map(async ({ args }) => {
      const address = lower(args.market ?? "0x");
      const asked = { abi, address, functionName: "readTokens", blockNumber } as const;
      const [sy, pt, yt] = (await client.readContract(asked)).map(lower) as [
        Address,
        Address,
        Address,
      ];
      return { address, sy, pt, yt };
    }),
  );
  const common = { slug: contracts.slug, updatedBlock: 0 };
  const readings = await readMarkets(ask, markets, contracts.router);
  const states = markets.flatMap((market, at): readonly PendlePool[] => {
    const reading = readings[at] ?? null;
    if (reading === null) return [];
    const { isRead: _isRead, ...columns } = columnsOf(reading, Number(timestamp));
    const { router } = contracts;
    return [{ kind: "market", id: market.address, ...common, ...market, router, ...columns }];
  });
  const sys = [...new Set(markets.map(({ sy }) => sy))];
  const yieldTokens = await readYieldTokens(ask, sys);
  const known = sys.flatMap((address, i) => {
    const yieldToken = yieldTokens[i] ?? null;
    return yieldToken === null ? [] : [{ address, yieldToken }];
  });
  const wrappers = await readWrappers(ask, known);
  const wrapped = known.flatMap((each, at): readonly PendlePool[] => {
    const reading = wrappers[at] ?? null;
    if (reading === null) return [];
    return [{ kind: "wrapper", id: each.address, ...common, ...each, ...reading }];
  });
  return [...states, ...wrapped];
}
