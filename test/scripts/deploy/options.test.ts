import { describe, expect, test } from "vitest";
import { deployOptions } from "../../../scripts/deploy/options.ts";

const SAFE = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

describe("deployOptions", () => {
  test("default: a dry run", () => {
    expect(deployOptions(["--chain", "8453"])).toEqual({
      ...{ chainId: 8453, rpcUrl: null, from: null, keystore: null, passwordFile: null },
      ...{ mode: "dry run", unsigned: null, safe: null, standardJson: null },
      ...{ output: "table", timeoutMs: 600_000 },
    });
  });

  test("behavior: every flag", () => {
    const send = ["--send", "--keystore", "k", "--password-file", "p", "--timeout", "5", "--json"];
    expect(
      deployOptions(["--chain", "1", "--rpc-url", "http://127.0.0.1:1", ...send]),
    ).toMatchObject({
      ...{ rpcUrl: "http://127.0.0.1:1", mode: "send", keystore: "k", passwordFile: "p" },
      ...{ timeoutMs: 5_000, output: "json" },
    });
    const unsigned = ["--unsigned", "u", "--safe", SAFE, "--from", SAFE, "--standard-json", "s"];
    expect(deployOptions(["--chain", "1", ...unsigned])).toMatchObject({
      ...{ unsigned: "u", standardJson: "s" },
      ...{ safe: SAFE.toLowerCase(), from: SAFE.toLowerCase() },
    });
  });

  test.each([
    ["--chain", []],
    ["--chain", ["--chain", "mainnet"]],
    ["--chain", ["--chain", "0"]],
    ["--rpc-url", ["--chain", "1", "--rpc-url", "wss://host/SECRET"]],
    ["--from", ["--chain", "1", "--from", "0x12"]],
    ["--timeout", ["--chain", "1", "--timeout", "0"]],
    ["--unsigned", ["--chain", "1", "--send", "--unsigned", "u"]],
    ["--keystore", ["--chain", "1", "--password-file", "p"]],
    ["--unsigned", ["--chain", "1", "--safe", SAFE]],
    ["--everything", ["--chain", "1", "--everything"]],
    ["positional", ["--chain", "1", "now"]],
  ])("error: USAGE names %s of %s", (named, args) => {
    const options = () => deployOptions(args);
    expect(options).toThrow(expect.objectContaining({ code: "USAGE" }));
    expect(options).toThrow(new RegExp(`${named}[^]*\nusage: npm run deploy:contracts`));
    expect(options).not.toThrow("SECRET");
  });
});
