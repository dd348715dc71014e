import { type Address, encodeFunctionData, erc20Abi } from "viem";
import { chunk } from "../../lib/chunk.ts";
import { eachAtOnce } from "../../seed/each-at-once.ts";
import type { SeedBlock, SeedPool } from "../../seed/family.ts";
import type { LensTick, SharedAnswers } from "../../seed/lens.ts";
import type { StateReader } from "../../seed/reader.ts";
import { viewOf } from "../../seed/words.ts";

/** Pools whose ticks are read one after the other, and how many such parts side by side. */
const PART = 50;
const AT_ONCE = 4;

/** What pools of two tokens own of each. */
export async function balancesOf(
  state: StateReader,
  pools: readonly SeedPool[],
): Promise<readonly (readonly bigint[])[]> {
  const views = pools.flatMap(({ address, tokens }) =>
    tokens.map((target) => {
      const asked = { abi: erc20Abi, functionName: "balanceOf", args: [address] } as const;
      return { target, data: encodeFunctionData(asked) };
    }),
  );
  const balances = (await state.list(views, 1)).map((word) =>
    word?.length === 66 ? BigInt(word) : 0n,
  );
  return pools.map((_, at) => balances.slice(2 * at, 2 * at + 2));
}

/**
 * Rows of pools and ticks, as the logs of the pools up to the block come to; none of what is no
 * pool, or has too many ticks. Facts have the tick spacing.
 *
 * @param priceView What returns price and tick first.
 */
export async function concentratedRows(
  state: StateReader,
  pools: readonly SeedPool[],
  block: SeedBlock,
  priceView = "slot0()",
) {
  const answers = await state.product(
    pools.map(({ address }) => address),
    [viewOf(priceView, 2), viewOf("liquidity()")],
  );
  const own = pools.flatMap((pool, at) => rowOf(pool, answers[at] ?? [], block));
  const parts = await eachAtOnce(chunk(own, PART), AT_ONCE, (part) => state.ticks(part));
  const found = parts.flat();
  const { chainId, number: updatedBlock } = block;
  const ticks = own.flatMap(({ address: pool }, at) =>
    (found[at] ?? []).map((tick: LensTick) => ({ chainId, pool, ...tick, updatedBlock })),
  );
  return { pools: own.filter((_, at) => found[at] !== null), ticks };
}

function rowOf(
  { address, slug, tokens, facts }: SeedPool,
  [slot0, liquidity]: SharedAnswers,
  { chainId, number }: SeedBlock,
) {
  const [sqrtPriceX96, tick] = slot0 ?? [];
  if (sqrtPriceX96 === undefined || tick === undefined) return [];
  const [token0, token1] = tokens as readonly [Address, Address];
  return [
    {
      ...{ chainId, address, slug, token0, token1, sqrtPriceX96 },
      ...{ tickSpacing: Number(facts.tickSpacing) },
      ...{ tick: Number(BigInt.asIntN(256, tick)), liquidity: liquidity?.[0] ?? 0n },
      ...{ ticksBlock: number, updatedBlock: number },
    },
  ];
}
