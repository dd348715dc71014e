import type { Logger } from "pino";
import type { Address, Hex } from "viem";
import { currencyOf, NATIVE, tokenOfCurrency } from "../lib/address.ts";
import type { CatalogueTask, LoggedCatalogue } from "./catalogue.ts";
import type { PairSearch, PoolKind, SeedPool } from "./family.ts";
import type { FoundPair } from "./lens-pairs.ts";
import type { Phase } from "./progress.ts";
import type { StateReader } from "./reader.ts";

/** Tokens whose pools are asked for between two writes. */
const PAGE = 20_000;
/** Connectors that pools of any token are looked for with; those among themselves with all. */
const MAJORS = 4;

/**
 * Lists pools that logs would tell of where no node gives these: a contract is asked for those of
 * every token that the catalogue has with the first connectors, and of connectors with each other.
 * Others are not found.
 *
 * @param on.tokens Of the catalogue, in an order that stays: a place in them is kept.
 * @param on.connectors The most traded first.
 */
export async function searchPairs(
  { family, catalogue: { key: name } }: LoggedCatalogue,
  search: PairSearch,
  on: CatalogueTask & {
    readonly tokens: readonly Address[];
    readonly connectors: readonly Address[];
  },
  phase: Phase,
): Promise<void> {
  const { chainId, state, newest, store, tokens, connectors } = on;
  const key = `${family} ${name} pairs`;
  const isConnector = new Set(connectors);
  const kinds = await search.kinds(newest);
  for (let from = (await store.cursor(chainId, key)) ?? 0; from < tokens.length; from += PAGE) {
    const next = Math.min(tokens.length, from + PAGE);
    const page = tokens.slice(from, next);
    const some = page.filter((token) => isConnector.has(token));
    const lists = [
      { tokens: page, partners: connectors.slice(0, MAJORS) },
      { tokens: some, partners: connectors },
    ];
    const pools = new Map<Hex, SeedPool>();
    for (const list of lists) {
      for (const pool of await poolsOf(search, kinds, { state, newest, ...list })) {
        pools.set(pool.id, pool);
      }
    }
    await store.addPools(chainId, family, { key, pools: [...pools.values()], next });
    phase.at(next, tokens.length);
  }
}

/** Tokens whose pools are looked for, to which what is found adds none. */
export async function searchedTokens(
  { chainId, store }: Pick<CatalogueTask, "chainId" | "store">,
  connectors: readonly Address[],
): Promise<readonly Address[]> {
  return [...new Set([...(await store.tokens(chainId)), NATIVE, ...connectors])].sort();
}

/** Those that are there at the block: what is younger is told of by a log. */
async function poolsOf(
  search: PairSearch,
  kinds: readonly PoolKind[],
  on: {
    /** Of the block, which nodes may drop before long. */
    readonly state: StateReader;
    readonly newest: StateReader;
    readonly tokens: readonly Address[];
    readonly partners: readonly Address[];
  },
): Promise<readonly SeedPool[]> {
  const { of } = search;
  // To a manager the native currency is a currency; a factory has no pools of it.
  const currenciesOf = (tokens: readonly Address[]) =>
    "selector" in of ? tokens.filter((token) => token !== NATIVE) : tokens.map(currencyOf);
  const asked = {
    ...{ of, keys: kinds.map(({ key }) => key) },
    partners: currenciesOf("selector" in of ? on.partners : [NATIVE, ...on.partners]),
  };
  const found = await on.newest.pairs({ ...asked, tokens: currenciesOf(on.tokens) });
  if (found.length === 0) return [];
  const tokens = [...new Set(found.map(({ token }) => token))];
  return (await on.state.pairs({ ...asked, tokens })).map((pair) => poolOf(search, kinds, pair));
}

function poolOf(
  { of, slug }: PairSearch,
  kinds: readonly PoolKind[],
  { token, partner, key, id }: FoundPair,
): SeedPool {
  const currencies = token < partner ? [token, partner] : [partner, token];
  return {
    ...{ id, slug, parent: of.address },
    address: "selector" in of ? id : of.address,
    tokens: "selector" in of ? currencies : currencies.map(tokenOfCurrency),
    facts: kinds[key]?.facts ?? {},
  };
}

/** Tells of what is not found where there is neither a log nor a search. */
export function tellUnlisted(
  catalogues: readonly LoggedCatalogue[],
  cause: Error,
  { chainId, log }: { readonly chainId: number; readonly log: Logger },
): void {
  const unlisted = catalogues.filter(({ catalogue }) => catalogue.byPairs === undefined);
  const searched = catalogues.filter(({ catalogue }) => catalogue.byPairs !== undefined);
  const namesOf = (some: typeof catalogues) => [...new Set(some.map(({ family }) => family))];
  log.warn(
    {
      ...{ chainId, reason: cause.message },
      ...{ leftOut: namesOf(unlisted), byTokens: namesOf(searched) },
    },
    "pools of before the start are not all found, as no node gives their logs: those of the families in byTokens are looked for by the chain's known tokens, those in leftOut are left out; with a URL that gives the logs, delete the chain's rows of weir_seed.start and weir_seed.catalogue to begin anew with all",
  );
}
