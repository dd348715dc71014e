import postgres from "postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { offerSchema } from "../../src/api/indexes/chain-indexes.ts";
import { DEPLOYED_ADDRESSES } from "../../src/api/program/contracts.ts";
import { openRecords } from "../../src/api/records/open.ts";
import { SCHEMA } from "../harness/indexed-cluster.ts";
import { runScript } from "../harness/run-script.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";

const comparedSchema = z.object({
  seed: z.number(),
  compared: z.array(
    z.object({
      subject: z.string(),
      samples: z.number(),
      counts: z.record(z.string(), z.number()),
      findings: z.array(z.object({ states: z.array(z.string()), outcome: z.unknown() })),
    }),
  ),
});

describe("npm run verify", () => {
  let weir: RunningService;

  beforeAll(async () => {
    weir = await sharedService();
    const records = await openRecords(weir.databaseUrl);
    await offerSchema(records, { chainIds: [1], schema: SCHEMA });
    await records.close();
  }, 300_000);

  async function run(...args: string[]) {
    const url = weir.devnet.chains[0]?.url ?? "";
    const env = { DATABASE_URL: weir.databaseUrl, PONDER_RPC_URL_1: url };
    return runScript("verify.ts", env, ["--chain", "1", ...args]);
  }

  test("default: every family and random routes are what the chain does", async () => {
    const { code, stdout, stderr } = await run("--states", "3", "--routes", "8", "--json");
    const { compared } = comparedSchema.parse(JSON.parse(stdout));
    expect(compared.flatMap(({ findings }) => findings)).toEqual([]);
    const families = new Set(
      [...weir.service(1).snapshot().edges.values()].flat().map((edge) => edge.protocol.family),
    );
    expect(compared.map(({ subject }) => subject)).toEqual([...[...families].sort(), "routes"]);
    for (const { subject, samples, counts } of compared) {
      expect(samples, subject).toBeGreaterThan(0);
      expect((counts.equal ?? 0) + (counts.rounded ?? 0), subject).toBeGreaterThan(0);
    }
    expect([code, stderr.includes("compared routes (8)")]).toEqual([0, true]);
  }, 240_000);

  test("behavior: a falsified state is found and named", async () => {
    const client = postgres(weir.databaseUrl, { max: 1 });
    const table = client(`${SCHEMA}.lido`);
    // What Ponder lets happen after a write is for its own connections.
    await client`set session_replication_role = replica`;
    try {
      await client`update ${table} set internal_ether = internal_ether + 1000000000000000000`;
      const { code, stdout } = await run("--family", "lido", "--routes", "0");
      expect(code).toBe(1);
      expect(stdout).toMatch(/\d+ quotes? (is|are) not what the chain does:/);
      expect(stdout).toMatch(
        /^- block \d+: \w+ of \d+ 0x\w+ to 0x\w+ by 0x\w+ gives \d+, quoted \d+$/m,
      );
    } finally {
      await client`update ${table} set internal_ether = internal_ether - 1000000000000000000`;
      await client.end();
    }
  }, 120_000);

  test("behavior: where Weir's contracts are missing, their code is lent", async () => {
    const node = weir.node(1);
    const codes = await Promise.all(
      DEPLOYED_ADDRESSES.map(async (address) => ({
        address,
        bytecode: (await node.getCode({ address })) ?? "0x",
      })),
    );
    try {
      for (const { address } of codes) await node.setCode({ address, bytecode: "0x" });
      const { code, stdout, stderr } = await run("--family", "uniswap-v2", "--states", "4");
      expect(stderr).toContain("their code is lent");
      expect(stdout).toContain("Every quote that was tried is what the chain does.");
      expect(code).toBe(0);
    } finally {
      for (const one of codes) await node.setCode(one);
    }
  }, 60_000);

  test("error: what cannot be compared says why", async () => {
    const unknown = await run("--family", "nothing");
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining("is none; give one of"),
    ]);
    const elsewhere = await runScript("verify.ts", { DATABASE_URL: weir.databaseUrl }, [
      "--chain",
      "10",
    ]);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      1,
      expect.stringContaining("give --rpc-url"),
    ]);
    const other = await runScript(
      "verify.ts",
      { DATABASE_URL: weir.databaseUrl, PONDER_RPC_URL_10: weir.devnet.chains[0]?.url ?? "" },
      ["--chain", "10"],
    );
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("was never indexed")]);
  }, 60_000);
});
