import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changingTables, readChangedFamilies } from "../../../src/api/graph/changed-families.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { lido } from "../../../src/protocols/lido/schema.ts";
import { solidlyFactory, solidlyPool } from "../../../src/protocols/solidly/schema.ts";
import { createDatabase } from "../../protocols/database.ts";
import { samples } from "../../protocols/lido/sample.ts";

const FAMILIES = PROTOCOLS.filter(({ family }) =>
  ["lido", "solidly", "wrapped-native"].includes(family),
);

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase([lido, solidlyFactory, solidlyPool]);
  const [sample] = samples;
  if (sample === undefined) throw new Error("There is no sample.");
  await database.db.insert(lido).values({ ...sample, chainId: 1, updatedBlock: 5 });
  const paused = {
    chainId: 1,
    slug: "aerodrome",
    isPaused: true,
    updatedBlock: 7,
    stableFeeBps: null,
    volatileFeeBps: null,
  };
  await database.db.insert(solidlyFactory).values(paused);
});

afterAll(() => database.close());

describe("changingTables", () => {
  test("behavior: all tables that states change with, none of the past", () => {
    const names = (family: string) => {
      const protocol = PROTOCOLS.find((one) => one.family === family);
      return protocol && changingTables(protocol.states).map(getTableName);
    };
    expect(names("uniswap-v2")).toEqual(["uniswap_v2_pair", "uniswap_v2_protocol_fee"]);
    expect(names("solidly")).toEqual(["solidly_pool", "solidly_factory"]);
    expect(names("uniswap-v3")).toEqual(["uniswap_v3_pool"]);
    expect(names("wrapped-native")).toEqual([]);
  });
});

describe("readChangedFamilies", () => {
  test("default: those with a newer row, shared ones included, and those without tables", async () => {
    const changed = async (sinceBlock: number) => {
      const isChanged = await readChangedFamilies(database.db, FAMILIES, {
        chainId: 1,
        sinceBlock,
      });
      return FAMILIES.map(({ family }) => family).filter(isChanged);
    };
    expect(await changed(4)).toEqual(["wrapped-native", "solidly", "lido"]);
    expect(await changed(5)).toEqual(["wrapped-native", "solidly"]);
    expect(await changed(7)).toEqual(["wrapped-native"]);
  });

  test("behavior: nothing is asked about families without tables", async () => {
    const fixed = FAMILIES.filter(({ states }) => states.kind === "fixed");
    const isChanged = await readChangedFamilies(database.db, fixed, { chainId: 1, sinceBlock: 9 });
    expect(isChanged("wrapped-native")).toBe(true);
  });
});
