import { describe, expect, test } from "vitest";
import { environmentOf, indexOf } from "../../../scripts/start/index-plan.ts";

describe("indexOf", () => {
  test("default", () => {
    expect(indexOf([8453, 1], "weir")).toEqual({ chainIds: [1, 8453], schema: "weir_1_8453" });
  });

  test("error: a schema whose name is too long", () => {
    const chainIds = [1, 10, 56, 100, 137, 8453, 42_161, 43_114, 80_094];
    expect(() => indexOf(chainIds, "a".repeat(30))).toThrow(/more than 45; index them in several/);
  });
});

describe("environmentOf", () => {
  test("default: the nodes of other chains are left out, and nothing else", () => {
    const own = { PONDER_RPC_URL_1: "a", PONDER_START_BLOCK_1: "0", PATH: "p", PORT: "1" };
    const others = {
      PONDER_RPC_URL_8453: "b",
      PONDER_WS_URL_8453: "c",
      PONDER_START_BLOCK_10: "1",
    };
    expect(environmentOf({ chainIds: [1] }, { ...own, ...others })).toEqual(own);
  });
});
