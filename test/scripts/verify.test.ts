import { describe, expect, test } from "vitest";
import { UsageError, verifyCommand } from "../../scripts/verify/options.ts";
import { jsonReport, textReport } from "../../scripts/verify/report.ts";
import type { Compared } from "../../src/api/verify/verify.ts";

const TOKEN = "0x00000000000000000000000000000000000000a1";
const compared: Compared = {
  subject: "lido",
  samples: 1,
  counts: { equal: 3, rounded: 1, different: 1, reverted: 0, untried: 2 },
  findings: [
    {
      ...{ block: 7, states: ["0xb1"], action: "deposit", tokenIn: TOKEN, tokenOut: TOKEN },
      amountIn: 10n ** 20n,
      outcome: { kind: "different", quoted: 5n, simulated: 4n },
    },
  ],
};

describe("verifyCommand", () => {
  test("default: ten states of every family and twenty routes, by a seed of the time", () => {
    expect(verifyCommand(["--chain", "8453"], 1_234_567)).toEqual({
      ...{ chainId: 8453, rpcUrl: null, families: [], states: 10, routes: 20 },
      ...{ seed: 1_234, output: "table" },
    });
  });

  test("behavior: families, numbers, a node and JSON", () => {
    const args = ["--chain", "1", "--family", "lido", "--family", "curve-stableswap", "--json"];
    const more = ["--states", "3", "--routes", "0", "--seed", "9", "--rpc-url", "http://n"];
    expect(verifyCommand([...args, ...more], 0)).toEqual({
      ...{ chainId: 1, rpcUrl: "http://n", families: ["lido", "curve-stableswap"], states: 3 },
      ...{ routes: 0, seed: 9, output: "json" },
    });
  });

  test.each([
    [[], "--chain is missing"],
    [["--chain", "one"], "--chain must be a whole number: one"],
    [["--chain", "1", "--family", "maker"], "--family maker is none"],
    [["--chain", "1", "--rpc-url", "ws://n"], "--rpc-url must begin with http"],
    [["--chain", "1", "--pools", "3"], "--pools"],
  ])("error: %j", (args, message) => {
    expect(() => verifyCommand(args, 0)).toThrow(UsageError);
    expect(() => verifyCommand(args, 0)).toThrow(message);
  });
});

describe("reports", () => {
  test("default: a table, what differs, and how to have the samples again", () => {
    const text = textReport([compared], 9);
    expect(text).toContain("lido        1      3        1          1        0          2");
    expect(text).toContain("1 quote is not what the chain does:");
    expect(text).toContain("- block 7: deposit of 100000000000000000000");
    expect(text).toContain("gives 4, quoted 5");
    expect(text).toContain("--seed 9");
    const same = textReport([{ ...compared, findings: [] }], 9);
    expect(same).toContain("Every quote that was tried is what the chain does.");
  });

  test("behavior: JSON has amounts as decimal strings", () => {
    const { seed, compared: all } = JSON.parse(jsonReport([compared], 9));
    expect(seed).toBe(9);
    expect(all[0].findings[0]).toMatchObject({
      ...{ amountIn: "100000000000000000000", outcome: { quoted: "5", simulated: "4" } },
    });
  });
});
