import postgres from "postgres";
import { expect, test } from "vitest";
import { createRpc } from "../../../devnet/rpc.ts";
import { deleteHistory } from "../../../src/api/history/delete-history.ts";
import { SCHEMA } from "../../harness/indexed-cluster.ts";
import { expectAsRecorded, otherService } from "./graph.ts";
import { get, graphs, playOne, QUOTES_PER_BLOCK, quotes, record, weir } from "./recording.ts";

/** Replaces the newest blocks by as many empty ones. */
async function reorganise(depth: number): Promise<void> {
  await createRpc(weir.devnet.chains[0]?.nodeUrl ?? "").request("anvil_reorg", [depth, []]);
  await weir.mine(1);
}

test("behavior: after a reorganisation, what was on the new chain", async () => {
  await record(10);
  await reorganise(8);
  const from = quotes.length;
  for (let i = 0; i < 10; i++) {
    await playOne(i);
    await record(QUOTES_PER_BLOCK);
  }
  await weir.mine(1);
  for (const quote of quotes.slice(from)) {
    expect(await get(`${quote.path}&blockNumber=${quote.block}`)).toEqual({
      status: 200,
      text: quote.text,
    });
  }
});

test("behavior: where older blocks are deleted, those that are left are as they were", async () => {
  const left = graphs.slice(Math.ceil(graphs.length / 3));
  const [first] = left;
  if (first === undefined) throw new Error("there is no graph");
  const { number: block, timestamp: since } = first.block;
  const retained = { schema: SCHEMA, chainId: 1, block, since, isDeleted: false };
  const sql = postgres(weir.databaseUrl, {
    ...{ max: 1, onnotice: () => undefined },
    connection: { session_replication_role: "replica" },
  });
  const later = await otherService(() => retained);
  try {
    await later.refresh();
    const deletion = { sql, signal: new AbortController().signal };
    expect(await deleteHistory(retained, deletion)).toBeGreaterThan(block / 2);
    // The index goes on, and what a reorganisation takes back is not what was deleted.
    await reorganise(4);
    await later.refresh();
    await expectAsRecorded(later, left);
    for (const moment of [{ blockNumber: block - 1 }, { timestamp: since - 1 }]) {
      const refused = { code: "BLOCK_UNAVAILABLE", data: { earliestBlock: block } };
      await expect(later.at(moment)).rejects.toMatchObject(refused);
    }
    expect(await deleteHistory(retained, deletion)).toBe(0);
  } finally {
    await Promise.all([later.close(), sql.end()]);
  }
});
