import type { Address } from "viem";
import type { LiveReader, LiveReading } from "../catalog/live/reader.ts";
import type { Environment } from "../lib/env.ts";
import type { FamilySeed, SeedPool } from "../seed/family.ts";
import type { StateReader } from "../seed/reader.ts";
import type { Deployment, DeploymentOnChain } from "./protocol.ts";

/** Addresses to watch on one chain, from one block on. */
export interface ChainSource<A> {
  readonly address: A;
  readonly startBlock: number;
}

/** A Ponder contract's `chain` by chain name; empty when the source is not indexed at all. */
export type ChainSources<A> = Readonly<Record<string, ChainSource<A>>>;

/** Contracts to watch, by source name; Ponder types the handlers by it. */
type Sources = Readonly<Record<string, { readonly chain: Readonly<Record<string, unknown>> }>>;

/** What is indexed of a family: all that the indexer runs of it besides the handlers. */
export interface IndexedFamily {
  /** Folder name. */
  readonly family: string;
  /** The module of its tables. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** What Ponder watches; nothing of a family that is read alone. */
  sources(environment: Pick<Environment, "chains">): Sources;
  /** Reads what changes without events. */
  readonly live?: LiveReader;
  /** Makes the rows of the state of a block; without it, all logs are replayed on every chain. */
  readonly seed?: FamilySeed;
  /** Pools that nothing tells of, and that requests may name; with a seed, which reads them. */
  readonly named?: NamedPools;
}

/** Pools of a family that no list and no factory tells of. Their code is anybody's. */
export interface NamedPools {
  /**
   * What may be such a pool among some addresses, by its own words: one request, of work that is
   * bounded whatever is there.
   */
  recognise(
    state: StateReader,
    addresses: readonly Address[],
    chainId: number,
  ): Promise<readonly SeedPool[]>;
  /**
   * Reads some of those that have rows, at the end of a live block, and writes what changed. A few
   * at a time, and with a bound on what each may take, so that they cost others nothing.
   */
  follow(
    on: Pick<LiveReading, "context" | "chain" | "block"> & { readonly state: StateReader },
  ): Promise<void>;
}

/** An object with the members of all of a union. */
type Merged<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer All) => void
  ? All
  : never;

/**
 * First block to index. A fork is younger than the protocol it copies, so an unknown start takes
 * the earliest known one of the family on its chain; 0 when none is known.
 */
function firstBlock(onChain: readonly DeploymentOnChain<unknown>[]): number {
  const known = onChain.flatMap(({ startBlock }) => (startBlock === null ? [] : [startBlock]));
  return known.length === 0 ? 0 : Math.min(...known);
}

/**
 * What to watch for a family on the chains to index.
 *
 * @param select Whether a deployment belongs to the source; all do when absent.
 * @param address What Ponder is to watch, made of the chain's contracts; null: nothing on this
 *   chain.
 */
export function chainSources<Contracts, A>(
  deployments: readonly Deployment<Contracts>[],
  environment: Pick<Environment, "chains">,
  {
    select = () => true,
    address,
  }: {
    readonly select?: (contracts: Contracts) => boolean;
    readonly address: (contracts: readonly Contracts[], chainId: number) => A | null;
  },
): ChainSources<A> {
  const sources: Record<string, ChainSource<A>> = {};
  for (const [chainId, { chain, startBlock }] of environment.chains) {
    const onChain = deployments.flatMap(({ chains }) => {
      const found = chains[chainId];
      return found !== undefined && select(found.contracts) ? [found] : [];
    });
    if (onChain.length === 0) continue;
    const watched = address(
      onChain.map(({ contracts }) => contracts),
      chainId,
    );
    if (watched === null) continue;
    sources[chain.name] = { address: watched, startBlock: startBlock ?? firstBlock(onChain) };
  }
  return sources;
}

/**
 * The same chains and blocks at all addresses: of contracts that no log tells, so that handlers
 * take what is in the table.
 */
export function everywhere(
  sources: ChainSources<unknown>,
): Readonly<Record<string, Pick<ChainSource<never>, "startBlock">>> {
  return Object.fromEntries(
    Object.entries(sources).map(([name, { startBlock }]) => [name, { startBlock }]),
  );
}

/** The factories among contracts, for sources of factories and of what they create. */
export function factoriesOf(
  contracts: readonly { readonly factory: Address }[],
): readonly Address[] {
  return contracts.map(({ factory }) => factory);
}

/**
 * Whether any chain is indexed for a source; Ponder refuses handlers of a source that is not in its
 * configuration.
 */
export function isIndexed(source: { readonly chain: Readonly<Record<string, unknown>> }): boolean {
  return Object.keys(source.chain).length > 0;
}

/**
 * The sources of families that are indexed on some chain. The type keeps all of them, so that
 * handlers type-check whatever the environment holds; `isIndexed` guards their registration.
 *
 * @param seeds Blocks whose state the chains begin with, by chain id: of families with a seed, logs
 *   are followed from the next one on.
 */
export function indexedSources<F extends IndexedFamily>(
  families: readonly F[],
  environment: Pick<Environment, "chains">,
  seeds: ReadonlyMap<number, { readonly block: number }> = new Map(),
): Merged<ReturnType<F["sources"]>> {
  const seeded = { chains: new Map(environment.chains) };
  for (const [chainId, { block }] of seeds) {
    const chain = seeded.chains.get(chainId);
    if (chain !== undefined) seeded.chains.set(chainId, { ...chain, startBlock: block + 1 });
  }
  const sources = families.flatMap((one: IndexedFamily) =>
    Object.entries(one.sources(one.seed === undefined ? environment : seeded)),
  );
  const indexed = Object.fromEntries(sources.filter(([, source]) => isIndexed(source)));
  return indexed as Merged<ReturnType<F["sources"]>>;
}

/**
 * The deployment that has a contract: one that `isOwn` knows by the deployment's contracts.
 *
 * @throws Error when none has it, which is a bug: Ponder only delivers events of configured
 *   contracts.
 */
export function deploymentWith<Contracts>(
  deployments: readonly Deployment<Contracts>[],
  chainId: number,
  isOwn: (contracts: Contracts) => boolean,
): { readonly slug: string; readonly contracts: Contracts } {
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts !== undefined && isOwn(contracts)) return { slug, contracts };
  }
  throw new Error(
    `No deployment on chain ${chainId} has the contract of an event; add it to contracts.ts.`,
  );
}

/**
 * The deployment that a factory belongs to.
 *
 * @throws Error when the factory is not configured.
 */
export function deploymentOf<Contracts extends { readonly factory: Address }>(
  deployments: readonly Deployment<Contracts>[],
  chainId: number,
  factory: Address,
): { readonly slug: string; readonly contracts: Contracts } {
  return deploymentWith(
    deployments,
    chainId,
    (contracts) => contracts.factory === factory.toLowerCase(),
  );
}
