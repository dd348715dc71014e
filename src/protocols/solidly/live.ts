import { and, eq } from "drizzle-orm";
import { type Address, encodeFunctionData, type Hex, hexToBigInt, size } from "viem";
import { SolidlyV1PairFactory } from "../../../abis/SolidlyV1PairFactory.ts";
import { type Aggregate, readTogether, type ViewCall } from "../../catalog/live/aggregate.ts";
import type { LiveReader, LiveReading } from "../../catalog/live/reader.ts";
import { deployments, type SolidlyContracts } from "./contracts.ts";
import { solidlyFactory, solidlyPool } from "./schema.ts";

const WORD_BYTES = 32;
const BPS = 10_000n;

interface DeployedFactory {
  readonly slug: string;
  readonly contracts: SolidlyContracts;
}

/** Reads the fees that factories change without an event. */
export const solidlyReader: LiveReader = {
  secondsBetween: 60,
  isOn: (chainId) => deployments.some(({ chains }) => chainId in chains),
  async read(reading) {
    const factories = deployments.flatMap(({ slug, chains }): DeployedFactory[] => {
      const contracts = chains[reading.chain.chainId]?.contracts;
      return contracts === undefined ? [] : [{ slug, contracts }];
    });
    const readers = factories.flatMap((factory) => [
      (aggregate: Aggregate) => readDefaults(reading, factory, aggregate),
      ...(factory.contracts.fees === "per-pool"
        ? [(aggregate: Aggregate) => readOwn(reading, factory, aggregate)]
        : []),
    ]);
    await readTogether(readers, reading.aggregate);
  },
};

/** Fees of pools without one of their own. */
async function readDefaults(
  { context: { db }, chain: { chainId }, block }: LiveReading,
  { slug, contracts: { factory: target } }: DeployedFactory,
  aggregate: Aggregate,
): Promise<void> {
  const calls = (["stableFee", "volatileFee"] as const).map((functionName) =>
    viewOf(target, encodeFunctionData({ abi: SolidlyV1PairFactory, functionName })),
  );
  const [stableFeeBps = null, volatileFeeBps = null] = (await aggregate(calls)).map(feeOf);
  const row = await db.find(solidlyFactory, { chainId, slug });
  if (row?.stableFeeBps === stableFeeBps && row?.volatileFeeBps === volatileFeeBps) return;
  if (row === null && stableFeeBps === null && volatileFeeBps === null) return;
  const change = { stableFeeBps, volatileFeeBps, updatedBlock: block.number };
  await db
    .insert(solidlyFactory)
    .values({ chainId, slug, isPaused: false, ...change })
    .onConflictDoUpdate(change);
}

/** Fees of the pools' own, of which a factory tells no change; 0 stands for the default. */
async function readOwn(
  { context: { db }, chain: { chainId }, block }: LiveReading,
  { slug, contracts: { factory: target } }: DeployedFactory,
  aggregate: Aggregate,
): Promise<void> {
  const rows = await db.sql
    .select({ address: solidlyPool.address, customFeeBps: solidlyPool.customFeeBps })
    .from(solidlyPool)
    .where(and(eq(solidlyPool.chainId, chainId), eq(solidlyPool.slug, slug)));
  const asked = { abi: SolidlyV1PairFactory, functionName: "pairFee" } as const;
  const answers = await aggregate(
    rows.map(({ address }) => viewOf(target, encodeFunctionData({ ...asked, args: [address] }))),
  );
  for (const [i, { address, customFeeBps }] of rows.entries()) {
    const answer = answers[i];
    const fee = answer === undefined ? null : feeOf(answer);
    // What fails says nothing.
    if (fee === null) continue;
    const own = fee === 0 ? null : fee;
    if (own === customFeeBps) continue;
    const change = { customFeeBps: own, updatedBlock: block.number };
    await db.update(solidlyPool, { chainId, address }).set(change);
  }
}

function viewOf(target: Address, callData: Hex): ViewCall {
  return { target, allowFailure: true, callData };
}

/** Basis points; null where the view failed or answers no fee. */
function feeOf({ success, returnData }: Awaited<ReturnType<Aggregate>>[number]): number | null {
  if (!success || size(returnData) < WORD_BYTES) return null;
  const fee = hexToBigInt(returnData);
  return fee < BPS ? Number(fee) : null;
}
