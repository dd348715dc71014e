import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { createPublicClient, http } from "viem";
import { expectedTables, expectedToken } from "./expected.ts";
import { type NodeState, nodeAt } from "./node-state.ts";
import { readTables, type Tables, type TokenRow } from "./tables.ts";

/** An index that has not moved for so long does not. */
const STILL_MS = 120_000;
const FAMILIES: ReadonlySet<string> = new Set(["uniswap-v2", "uniswap-v3"]);

/** How to tell the rows of a table apart. */
const KEYS: { readonly [T in keyof Tables]: readonly string[] } = {
  headBlock: ["number"],
  token: ["address"],
  pool: ["id"],
  poolToken: ["poolId", "position"],
  pair: ["address"],
  v3Pool: ["address"],
  v3Tick: ["pool", "tick"],
};

function keyed(table: keyof Tables, rows: readonly object[]): ReadonlyMap<string, string> {
  return new Map(
    rows.map((row) => {
      const columns = new Map<string, unknown>(Object.entries(row));
      const key = KEYS[table].map((column) => String(columns.get(column))).join(":");
      const sorted = [...columns].sort(([a], [b]) => a.localeCompare(b));
      const text = sorted.map(([column, value]) => `${column}=${String(value)}`).join(" ");
      return [key, text];
    }),
  );
}

/** Where rows and truth differ, one line each. */
export function differences(
  table: keyof Tables,
  rows: readonly object[],
  expected: readonly object[],
): readonly string[] {
  const found = keyed(table, rows);
  const wanted = keyed(table, expected);
  const lines: string[] = [];
  if (found.size !== rows.length) lines.push(`${table}: two rows have one key`);
  for (const [key, text] of wanted) {
    const other = found.get(key);
    if (other === undefined) lines.push(`${table} ${key}: missing; the node has ${text}`);
    else if (other !== text) lines.push(`${table} ${key}: ${other}; the node has ${text}`);
  }
  for (const [key, text] of found) {
    if (!wanted.has(key)) lines.push(`${table} ${key}: not on the node; ${text}`);
  }
  return lines;
}

/** What is indexed and where it is. */
export interface Indexed {
  readonly sql: Sql;
  readonly schema: string;
  readonly chainId: number;
  readonly rpcUrl: string;
}

/**
 * Waits until the tables stand on the node's newest block.
 *
 * @throws Error when they have not moved for a minute.
 */
export async function waitForHead({ sql, schema, chainId, rpcUrl }: Indexed): Promise<bigint> {
  const client = createPublicClient({ transport: http(rpcUrl), cacheTime: 0 });
  let last: string | undefined;
  for (let moved = Date.now(); ; await sleep(20)) {
    const { number, hash } = await client.getBlock();
    const [row] = await sql.unsafe(
      `SELECT hash FROM "${schema}".head_block WHERE chain_id = $1 ORDER BY number DESC LIMIT 1`,
      [chainId],
    );
    if (row?.hash === hash) return number;
    if (row?.hash !== last) {
      moved = Date.now();
      last = row?.hash;
    }
    if (Date.now() - moved > STILL_MS) {
      throw new Error(
        `Block ${number} ${hash} was not indexed; ${last} stayed for ${STILL_MS} ms.`,
      );
    }
  }
}

/** The outcome of comparing every row of every table with the node. */
export interface Comparison {
  readonly differences: readonly string[];
  /** Rows compared, by table. */
  readonly rows: { readonly [T in keyof Tables]: number };
}

/**
 * The catalog's pools of Uniswap's families alone; those of others are compared by their own
 * contracts.
 */
function withoutOtherFamilies(tables: Tables): Tables {
  const pool = tables.pool.filter(({ family }) => FAMILIES.has(family));
  const ids = new Set(pool.map(({ id }) => id));
  return { ...tables, pool, poolToken: tables.poolToken.filter(({ poolId }) => ids.has(poolId)) };
}

/**
 * What the node says about every token: about those of Uniswap's pools, some seen earlier by
 * another family, and about the others.
 */
async function expectedTokens(
  node: NodeState,
  rows: readonly TokenRow[],
  uniswap: readonly TokenRow[],
): Promise<readonly TokenRow[]> {
  const blocks = new Map(rows.map(({ address, updatedBlock }) => [address, updatedBlock]));
  const known = new Set(uniswap.map(({ address }) => address));
  const others = rows.filter(({ address }) => !known.has(address));
  return [
    ...uniswap.map((token) => {
      const block = blocks.get(token.address) ?? token.updatedBlock;
      return { ...token, updatedBlock: Math.min(block, token.updatedBlock) };
    }),
    ...(await Promise.all(
      others.map(({ address, updatedBlock }) => expectedToken(node, address, updatedBlock)),
    )),
  ];
}

/**
 * Waits for the newest block, then compares every row of the tables with logs and calls at that
 * block.
 */
export async function compareWithNode(indexed: Indexed): Promise<Comparison> {
  const { sql, schema, chainId, rpcUrl } = indexed;
  const block = await waitForHead(indexed);
  const node = nodeAt(rpcUrl, block);
  const all = await readTables(sql, schema, chainId);
  const tables = withoutOtherFamilies(all);
  const first = Math.min(...tables.headBlock.map(({ number }) => number));
  const heads = await Promise.all(
    Array.from({ length: Number(block) - first + 1 }, async (_, index) => {
      const head = await node.client.getBlock({ blockNumber: BigInt(first + index) });
      return {
        number: Number(head.number),
        hash: head.hash,
        parentHash: head.parentHash,
        timestamp: Number(head.timestamp),
        baseFeePerGas: head.baseFeePerGas ?? 0n,
      };
    }),
  );
  const uniswap = await expectedTables(node, chainId);
  const token = await expectedTokens(node, tables.token, uniswap.token);
  const expected: Tables = { headBlock: heads, ...uniswap, token };
  return {
    differences: [
      ...differences("headBlock", tables.headBlock, expected.headBlock),
      ...differences("token", tables.token, expected.token),
      ...differences("pool", tables.pool, expected.pool),
      ...differences("poolToken", tables.poolToken, expected.poolToken),
      ...differences("pair", tables.pair, expected.pair),
      ...differences("v3Pool", tables.v3Pool, expected.v3Pool),
      ...differences("v3Tick", tables.v3Tick, expected.v3Tick),
    ],
    rows: {
      headBlock: tables.headBlock.length,
      token: tables.token.length,
      pool: tables.pool.length,
      poolToken: tables.poolToken.length,
      pair: tables.pair.length,
      v3Pool: tables.v3Pool.length,
      v3Tick: tables.v3Tick.length,
    },
  };
}
