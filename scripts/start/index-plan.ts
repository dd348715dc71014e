import { StartError } from "./failure.ts";

/** What one process of the indexer fills. */
export interface IndexPlan {
  /** Ascending. */
  readonly chainIds: readonly number[];
  /** Schema of its tables. */
  readonly schema: string;
}

/** As Ponder allows, so that the names of what it adds fit Postgres. */
const LONGEST_SCHEMA = 45;

/**
 * The index of a group of chains: its schema is named after them, so that each group is indexed
 * anew, or left alone, without another.
 *
 * @param base DATABASE_SCHEMA.
 */
export function indexOf(chainIds: readonly number[], base: string): IndexPlan {
  const sorted = chainIds.toSorted((a, b) => a - b);
  const schema = [base, ...sorted].join("_");
  if (schema.length <= LONGEST_SCHEMA) return { chainIds: sorted, schema };
  throw new StartError(
    `The schema ${schema} of so many chains has ${schema.length} characters, more than ${LONGEST_SCHEMA}; index them in several groups, or shorten DATABASE_SCHEMA.`,
  );
}

/**
 * The environment of an indexer of some chains: without the URLs of others.
 *
 * @param env As given.
 */
export function environmentOf(
  { chainIds }: Pick<IndexPlan, "chainIds">,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const isOther = (name: string): boolean => {
    const [, chainId] = /^PONDER_(?:RPC_URL|RPC_BUDGET|WS_URL|START_BLOCK)_(\d+)$/.exec(name) ?? [];
    return chainId !== undefined && !chainIds.includes(Number(chainId));
  };
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOther(name)));
}
