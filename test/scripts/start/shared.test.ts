import { describe, expect, test } from "vitest";
import { StartError } from "../../../scripts/start/failure.ts";
import { requireShared } from "../../../scripts/start/shared.ts";
import { readEnvironment } from "../../../src/lib/env.ts";

const DATABASE_URL = "postgres://weir@127.0.0.1:5432/weir";
const PONDER_RPC_URL_1 = "http://127.0.0.1:8545";

describe("requireShared", () => {
  test("default", () => {
    const environment = readEnvironment({ DATABASE_URL, PONDER_RPC_URL_1 });
    expect(requireShared(environment, "npm run api")).toBe(DATABASE_URL);
  });

  test.for([
    { PONDER_RPC_URL_1 },
    { PONDER_RPC_URL_1, DATABASE_URL: "memory://" },
  ])("error: StartError without Postgres: %j", (source) => {
    const environment = readEnvironment(source);
    expect(() => requireShared(environment, "npm run api")).toThrow(StartError);
    expect(() => requireShared(environment, "npm run api")).toThrow(/DATABASE_URL.*npm run api/);
  });

  test("error: StartError without a chain", () => {
    const environment = readEnvironment({ DATABASE_URL });
    expect(() => requireShared(environment, "npm run indexer")).toThrow(/PONDER_RPC_URL_<chainId>/);
  });
});
