import { getAbiItem, type PublicClient } from "viem";
import { UniswapV4Manager } from "../../../abis/UniswapV4Manager.ts";
import { UNISWAP_V4_MANAGER, UNISWAP_V4_STATE_VIEW } from "../../../devnet/protocols/uniswap-v4.ts";
import { lower } from "../../../src/lib/address.ts";
import { isKnownByEvents } from "../../../src/protocols/uniswap-v4/admission.ts";
import type { UniswapV4Pool } from "../../../src/protocols/uniswap-v4/pool.ts";
import { readManaged } from "../managed-read.ts";

/**
 * Every admitted pool: logs say which there are and where their ticks are, the manager's lens what
 * they hold.
 */
export async function read(client: PublicClient): Promise<readonly UniswapV4Pool[]> {
  const { number: blockNumber } = await client.getBlock();
  const range = { address: UNISWAP_V4_MANAGER, fromBlock: 0n, strict: true } as const;
  const created = await client.getLogs({
    ...range,
    event: getAbiItem({ abi: UniswapV4Manager, name: "Initialize" }),
  });
  const changes = await client.getLogs({
    ...range,
    event: getAbiItem({ abi: UniswapV4Manager, name: "ModifyLiquidity" }),
  });
  const view = { address: UNISWAP_V4_STATE_VIEW, ofTick: "getTickLiquidity", blockNumber } as const;
  const found = await readManaged(client, view, {
    created: created.map(({ args }) => args).filter((key) => isKnownByEvents(key)),
    changes: changes.map(({ args }) => args),
  });
  return found.map(({ key: { tickSpacing, hooks }, state }) => ({
    ...{ ...state, slug: "uniswap-v4", tickSpacing },
    ...{ manager: lower(UNISWAP_V4_MANAGER), hooks: lower(hooks) },
  }));
}
