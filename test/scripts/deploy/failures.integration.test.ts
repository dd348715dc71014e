import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Keystore from "ox/Keystore";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gasNeed } from "../../../scripts/deploy/gas.ts";
import { type ChaosRpc, startChaosRpc } from "../../harness/chaos-rpc.ts";
import { DEPLOYER, type DeployChain, startDeployChain } from "../../harness/deploy-chain.ts";
import { freePort } from "../../harness/port.ts";

const PRESIGNED_SIGNER = "0x3fab184622dc19b6109349b94811493bf2a45362";

let directory = "";
let chain: DeployChain;
let proxy: ChaosRpc;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "weir-deploy-"));
  chain = await startDeployChain(137, ["--disable-default-create2-deployer"]);
  proxy = await startChaosRpc(chain.anvil.url);
});
afterAll(async () => {
  await Promise.all([proxy.stop(), chain.stop()]);
  rmSync(directory, { recursive: true, force: true });
});

/** What a run on a chain of its own fails with. */
async function failureOn(
  args: readonly string[],
  flags: readonly string[],
  prepare?: (chain: DeployChain) => Promise<void>,
): Promise<unknown> {
  const other = await startDeployChain(100, args);
  try {
    await prepare?.(other);
    return await other.run(flags).catch((error: unknown) => error);
  } finally {
    await other.stop();
  }
}

describe("nodes", () => {
  test("error: WRONG_CHAIN names both, and no URL", async () => {
    const env = { ...chain.env, PONDER_RPC_URL_1: `${chain.anvil.url}/?key=SECRET` };
    const run = chain.run(["--chain", "1"], env);
    await expect(run).rejects.toMatchObject({ code: "WRONG_CHAIN" });
    await expect(run).rejects.toThrow(/PONDER_RPC_URL_1 serves chain 137, not 1;/);
    await expect(run).rejects.not.toThrow("SECRET");
  });

  test("error: NODE_UNREACHABLE names the variable or flag, and no URL", async () => {
    const port = await freePort();
    for (const [url, reason] of [
      [`http://127.0.0.1:${port}/SECRET`, "ECONNREFUSED"],
      [`${chain.anvil.url}/SECRET`, "status 404"],
    ] as const) {
      const run = chain.run(["--rpc-url", url]);
      await expect(run).rejects.toMatchObject({ code: "NODE_UNREACHABLE" });
      await expect(run).rejects.toThrow(`--rpc-url did not answer: ${reason}; check the URL`);
      await expect(run).rejects.not.toThrow("SECRET");
    }
  });

  test("error: NODE_UNREACHABLE without any URL", async () => {
    await expect(chain.run([], {})).rejects.toThrow(/set PONDER_RPC_URL_137 or give --rpc-url/);
  });

  test("behavior: of several URLs the first that answers is taken", async () => {
    const urls = `http://127.0.0.1:${await freePort()},${chain.anvil.url}`;
    const { report } = await chain.run([], { PONDER_RPC_URL_137: urls });
    expect(report).toContain("dry run, nothing is sent");
  });

  test("error: CHAIN_TOO_OLD where the contracts could not run", async () => {
    expect(await failureOn(["--hardfork", "shanghai"], [])).toMatchObject({
      code: "CHAIN_TOO_OLD",
      message: expect.stringContaining("TSTORE"),
    });
  });

  test("error: GAS_LIMIT where a deployment does not fit", async () => {
    for (const args of [[], ["--disable-default-create2-deployer"]]) {
      const failure = await failureOn(args, [], async ({ node, anvil }) => {
        await anvil.rpc.request("evm_setBlockGasLimit", ["0x61a80"]);
        await node.mine({ blocks: 1 });
      });
      expect(failure, String(args)).toMatchObject({ code: "GAS_LIMIT" });
    }
  });
});

describe("gasNeed", () => {
  test("default: a fifth more than expected, and never more than EIP-7825 lets a transaction have", async () => {
    const need = (expected: bigint) => gasNeed(chain.node, { name: "it", expected });
    expect(await need(1_000_000n)).toEqual({ expected: 1_000_000n, limit: 1_200_000n });
    expect(await need(16_777_216n)).toEqual({ expected: 16_777_216n, limit: 16_777_216n });
    await expect(need(16_777_217n)).rejects.toMatchObject({ code: "GAS_LIMIT" });
  });
});

describe("the presigned transaction", () => {
  test("error: DEPLOYER_UNAVAILABLE where the node refuses it, before anything is paid", async () => {
    proxy.set({ kind: "refusing", method: "eth_sendRawTransaction", code: -32_000 });
    const run = chain.run(["--send", "--rpc-url", proxy.url]);
    await expect(run).rejects.toMatchObject({ code: "DEPLOYER_UNAVAILABLE" });
    await expect(run).rejects.toThrow(/refuses its presigned transaction: refused\..*unprotected/);
    proxy.set({ kind: "none" });
    expect(await chain.node.getBalance({ address: PRESIGNED_SIGNER })).toBe(0n);
    expect(await chain.node.getTransactionCount({ address: DEPLOYER.address })).toBe(0);
  });

  test("error: DEPLOYER_UNAVAILABLE where its nonce was used", async () => {
    const { node } = chain;
    await node.setNonce({ address: PRESIGNED_SIGNER, nonce: 1 });
    await expect(chain.run([])).rejects.toThrow(/was used on this chain and put no code there/);
    await node.setNonce({ address: PRESIGNED_SIGNER, nonce: 0 });
  });

  test("error: DEPLOYER_UNAVAILABLE where the base fee is above what it pays", async () => {
    const args = ["--disable-default-create2-deployer", "--base-fee", "200000000000"];
    expect(await failureOn(args, [])).toMatchObject({
      code: "DEPLOYER_UNAVAILABLE",
      message: expect.stringContaining("100000000000 wei for a gas"),
    });
  });
});

describe("keys", () => {
  const withoutKey = () => ({ ...chain.env, WEIR_DEPLOYER_KEY: "" });

  function writeKeystore(): string {
    const [key, options] = Keystore.scrypt({ password: "the password", n: 1_024, r: 8, p: 1 });
    const path = join(directory, "key.json");
    writeFileSync(path, JSON.stringify(Keystore.encrypt(DEPLOYER.key, key, options)));
    return path;
  }

  test("default: a keystore with its password in a file or a variable", async () => {
    const keystore = writeKeystore();
    const file = join(directory, "password");
    writeFileSync(file, "the password\n");
    const byFile = ["--keystore", keystore, "--password-file", file];
    const shown = `Sender: ${DEPLOYER.address} has`;
    expect((await chain.run(byFile, withoutKey())).report).toContain(shown);
    const env = { ...withoutKey(), WEIR_KEYSTORE_PASSWORD: "the password" };
    expect((await chain.run(["--keystore", keystore], env)).report).toContain(shown);
  });

  test("error: WRONG_PASSWORD", async () => {
    const env = { ...withoutKey(), WEIR_KEYSTORE_PASSWORD: "SECRET" };
    const run = chain.run(["--keystore", writeKeystore()], env);
    await expect(run).rejects.toMatchObject({ code: "WRONG_PASSWORD" });
    await expect(run).rejects.not.toThrow("SECRET");
  });

  test("error: NO_KEY with --send and no key, and of a keystore that is not there", async () => {
    await expect(chain.run(["--send"], withoutKey())).rejects.toMatchObject({ code: "NO_KEY" });
    const none = chain.run(["--keystore", join(directory, "none.json")], withoutKey());
    await expect(none).rejects.toMatchObject({ code: "NO_KEY" });
  });

  test("error: NO_KEY when --from is another account", async () => {
    const run = chain.run(["--from", PRESIGNED_SIGNER]);
    await expect(run).rejects.toThrow(`The key is that of ${DEPLOYER.address}`);
  });

  test("error: NO_KEY of a number that is no private key, which is not shown", async () => {
    const env = { ...chain.env, WEIR_DEPLOYER_KEY: "f".repeat(64) };
    await expect(chain.run([], env)).rejects.toMatchObject({ code: "NO_KEY" });
    await expect(chain.run([], env)).rejects.not.toThrow("fff");
  });
});
