import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Address } from "viem";
import { chunk } from "../../lib/chunk.ts";
import type { Records } from "../records/open.ts";
import { tokenVerdicts } from "../records/schema.ts";
import type { Verdict } from "./quality.ts";

/** Verdicts on the tokens of a chain that outlive the process and are shared with others. */
export interface StoredVerdicts {
  /** Those of `tokens` that are known and not old. */
  read(tokens: readonly Address[]): Promise<ReadonlyMap<Address, Verdict>>;
  write(verdicts: ReadonlyMap<Address, Verdict>, blockNumber: number): Promise<void>;
  /** Tokens whose verdict is old, the oldest first. */
  old(limit: number): Promise<readonly Address[]>;
}

/** Days after which a pass, and hours after which a failure, is tried again. */
const PASS_DAYS = 7;
const FAILURE_HOURS = 1;
/** Tokens in one statement; Postgres takes 65,535 parameters. */
const TOKENS_PER_QUERY = 5_000;

/** The verdicts of a chain in the records. */
export function createStoredVerdicts({ db }: Pick<Records, "db">, chainId: number): StoredVerdicts {
  const isOfChain = eq(tokenVerdicts.chainId, chainId);
  const isOld = or(
    and(isNull(tokenVerdicts.reason), lt(tokenVerdicts.checkedAt, before(`${PASS_DAYS} days`))),
    and(
      isNotNull(tokenVerdicts.reason),
      lt(tokenVerdicts.checkedAt, before(`${FAILURE_HOURS} hours`)),
    ),
  );
  return {
    async read(tokens) {
      const known = new Map<Address, Verdict>();
      for (const some of chunk(tokens, TOKENS_PER_QUERY)) {
        const rows = await db
          .select({ token: tokenVerdicts.token, reason: tokenVerdicts.reason })
          .from(tokenVerdicts)
          .where(and(isOfChain, inArray(tokenVerdicts.token, [...some]), sql`not (${isOld})`));
        for (const { token, reason } of rows) {
          known.set(token as Address, reason === null ? { ok: true } : { ok: false, reason });
        }
      }
      return known;
    },
    async write(verdicts, blockNumber) {
      const rows = [...verdicts].map(([token, verdict]) => ({
        ...{ chainId, token, blockNumber },
        reason: verdict.ok ? null : verdict.reason,
      }));
      for (const some of chunk(rows, TOKENS_PER_QUERY)) {
        await db
          .insert(tokenVerdicts)
          .values([...some])
          .onConflictDoUpdate({
            target: [tokenVerdicts.chainId, tokenVerdicts.token],
            set: {
              reason: sql`excluded.reason`,
              blockNumber: sql`excluded.block_number`,
              checkedAt: sql`now()`,
            },
          });
      }
    },
    async old(limit) {
      const rows = await db
        .select({ token: tokenVerdicts.token })
        .from(tokenVerdicts)
        .where(and(isOfChain, isOld))
        .orderBy(asc(tokenVerdicts.checkedAt))
        .limit(limit);
      return rows.map(({ token }) => token as Address);
    },
  };
}

function before(age: string) {
  return sql`now() - ${age}::interval`;
}
