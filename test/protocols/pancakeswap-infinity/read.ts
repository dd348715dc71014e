import { getAbiItem, type PublicClient } from "viem";
import { InfinityCLPoolManager } from "../../../abis/InfinityCLPoolManager.ts";
import {
  INFINITY_MANAGER,
  INFINITY_VAULT,
} from "../../../devnet/protocols/pancakeswap-infinity.ts";
import { lower } from "../../../src/lib/address.ts";
import {
  isKnownByEvents,
  tickSpacingOf,
} from "../../../src/protocols/pancakeswap-infinity/admission.ts";
import type { InfinityPool } from "../../../src/protocols/pancakeswap-infinity/pool.ts";
import { readManaged } from "../managed-read.ts";

/**
 * Every admitted pool: logs say which there are and where their ticks are, the manager what they
 * hold.
 */
export async function read(client: PublicClient): Promise<readonly InfinityPool[]> {
  const { number: blockNumber } = await client.getBlock();
  const range = { address: INFINITY_MANAGER, fromBlock: 0n, strict: true } as const;
  const created = await client.getLogs({
    ...range,
    event: getAbiItem({ abi: InfinityCLPoolManager, name: "Initialize" }),
  });
  const changes = await client.getLogs({
    ...range,
    event: getAbiItem({ abi: InfinityCLPoolManager, name: "ModifyLiquidity" }),
  });
  const view = { address: INFINITY_MANAGER, ofTick: "getPoolTickInfo", blockNumber } as const;
  const found = await readManaged(client, view, {
    created: created.map(({ args }) => args).filter((key) => isKnownByEvents(key)),
    changes: changes.map(({ args }) => args),
  });
  return found.map(({ key: { fee: keyFee, hooks, parameters }, state }) => ({
    ...{ ...state, slug: "pancakeswap-infinity", tickSpacing: tickSpacingOf(parameters) },
    ...{ manager: lower(INFINITY_MANAGER), vault: lower(INFINITY_VAULT), hooks: lower(hooks) },
    ...{ keyFee, parameters },
  }));
}
