import { describe, expect, test } from "vitest";
import { readDeployEnvironment } from "../../src/lib/env-deploy.ts";

const KEY = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

describe("readDeployEnvironment", () => {
  test("default", () => {
    const nothing = { deployerKey: null, keystorePassword: null };
    expect(readDeployEnvironment({})).toEqual(nothing);
    const blank = { WEIR_DEPLOYER_KEY: " ", WEIR_KEYSTORE_PASSWORD: "" };
    expect(readDeployEnvironment(blank)).toEqual(nothing);
  });

  test("behavior: a key with 0x and without", () => {
    for (const key of [KEY, `0x${KEY}`, ` 0x${KEY} `]) {
      expect(readDeployEnvironment({ WEIR_DEPLOYER_KEY: key }).deployerKey).toBe(KEY);
    }
  });

  test("behavior: a password as it stands", () => {
    const environment = readDeployEnvironment({ WEIR_KEYSTORE_PASSWORD: " a b " });
    expect(environment.keystorePassword).toBe(" a b ");
  });

  test.each([
    KEY.slice(1),
    `${KEY}0`,
    `0x0x${KEY}`,
    KEY.replace("a", "g"),
  ])("error: ENVIRONMENT_INVALID of %s, which is not shown", (key) => {
    const read = () => readDeployEnvironment({ WEIR_DEPLOYER_KEY: key });
    expect(read).toThrow(expect.objectContaining({ code: "ENVIRONMENT_INVALID" }));
    expect(read).toThrow(/WEIR_DEPLOYER_KEY .*--keystore/);
    expect(read).not.toThrow(key);
  });
});
