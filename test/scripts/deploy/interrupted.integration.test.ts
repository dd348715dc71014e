import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { buildContracts } from "../../../contracts/build.ts";
import { deployments } from "../../../src/api/program/contracts.ts";
import { type PassingRequest, startChaosRpc } from "../../harness/chaos-rpc.ts";
import { collectOutput } from "../../harness/child.ts";
import { DEPLOYER, type DeployChain, startDeployChain } from "../../harness/deploy-chain.ts";
import { neutralEnvironment } from "../../harness/environment.ts";
import { sendFrom } from "../../harness/trading.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Account 1 of anvil's mnemonic. */
const SOMEBODY = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";

const planned = deployments(await buildContracts());

let chain: DeployChain;
afterEach(() => chain.stop());

/** A chain that mines on request alone, so that what is sent stays pending. */
async function startStill(args: readonly string[] = []): Promise<DeployChain> {
  chain = await startDeployChain(42161, ["--no-mining", ...args]);
  return chain;
}

/** `npm run deploy:contracts -- --send` as a process of its own. */
function startSend() {
  const child = spawn(
    process.execPath,
    [join(ROOT, "scripts/deploy-contracts.ts"), "--chain", String(chain.chainId), "--send"],
    {
      cwd: ROOT,
      env: { ...neutralEnvironment(), ...chain.env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const output = collectOutput(child);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal)),
  );
  return {
    output,
    ended,
    /** Waits until what it printed matches `times` times. */
    printed: async (pattern: RegExp, times: number) => {
      while ((output().match(pattern) ?? []).length < times) {
        if (child.exitCode !== null) throw new Error(`it ended:\n${output()}`);
        await sleep(20);
      }
    },
    kill: async () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

const nonce = (blockTag: "latest" | "pending") =>
  chain.node.getTransactionCount({ address: DEPLOYER.address, blockTag });

/** Everything that the deployer's account sent and blocks have, in order. */
async function sentByDeployer() {
  const height = await chain.node.getBlockNumber();
  const sent: { readonly to: string | null; readonly input: string; readonly status: string }[] =
    [];
  for (let blockNumber = 0n; blockNumber <= height; blockNumber++) {
    const { transactions } = await chain.node.getBlock({ blockNumber, includeTransactions: true });
    for (const { from, to, input, hash } of transactions) {
      if (from !== DEPLOYER.address) continue;
      const { status } = await chain.node.getTransactionReceipt({ hash });
      sent.push({ to, input, status });
    }
  }
  return sent;
}

const eachOnce = planned.map(({ to, data }) => ({ to, input: data, status: "success" }));

describe("an interrupted deployment", () => {
  test("default: killed while a transaction is pending and after one is mined, it ends with each sent once", async () => {
    await startStill();
    const first = startSend();
    await first.printed(/: sent as 0x/g, 1);
    expect(await first.kill()).toBe("SIGKILL");
    expect([await nonce("latest"), await nonce("pending")]).toEqual([0, 1]);

    const second = startSend();
    await second.printed(/waiting for pending transactions/g, 1);
    expect(await nonce("pending")).toBe(1);
    await chain.node.mine({ blocks: 1 });
    await second.printed(/: sent as 0x/g, 1);
    await chain.node.mine({ blocks: 1 });
    await second.printed(/code verified/g, 1);
    await second.kill();

    await chain.node.setAutomine(true);
    const third = startSend();
    expect(await third.ended, third.output()).toBe(0);
    expect(third.output()).toContain("deployed and verified");
    expect(await sentByDeployer()).toEqual(eachOnce);
  });

  test("behavior: what the node forgot of an interrupted run is sent again with the same nonce", async () => {
    await startStill();
    const first = startSend();
    await first.printed(/: sent as 0x/g, 1);
    await first.kill();
    await chain.anvil.rpc.request("anvil_dropAllTransactions");
    await chain.node.setAutomine(true);
    const second = startSend();
    expect(await second.ended, second.output()).toBe(0);
    expect(await sentByDeployer()).toEqual(eachOnce);
  });

  test("behavior: killed after the presigned transaction's funds were sent, they are sent once", async () => {
    await startStill(["--disable-default-create2-deployer"]);
    const first = startSend();
    await first.printed(/: sent as 0x/g, 1);
    await first.kill();
    await chain.node.mine({ blocks: 1 });
    await chain.node.setAutomine(true);
    const second = startSend();
    expect(await second.ended, second.output()).toBe(0);
    const [funds, ...rest] = await sentByDeployer();
    expect(funds).toMatchObject({ input: "0x", status: "success" });
    expect(rest).toEqual(eachOnce);
  });

  test("behavior: where somebody else deploys a contract meanwhile, the rest is deployed", async () => {
    await startStill();
    const run = startSend();
    await run.printed(/: sent as 0x/g, 1);
    const [{ to, data } = { to: SOMEBODY, data: "0x" } as const] = planned;
    // At a higher price, so that it comes first in the block.
    await sendFrom(chain.node, SOMEBODY, { to, data, gas: 12_000_000n });
    await chain.node.mine({ blocks: 1 });
    await chain.node.setAutomine(true);
    expect(await run.ended, run.output()).toBe(0);
    const sent = await sentByDeployer();
    expect(sent.map(({ status }) => status)).toEqual([
      "reverted",
      ...planned.slice(1).map(() => "success"),
    ]);
  });

  test("behavior: a nonce that is used before its receipt is known is nobody else's", async () => {
    chain = await startDeployChain(42161);
    const late = await startChaosRpc(chain.anvil.url);
    onTestFinished(late.stop);
    const looks = new Map<unknown, number>();
    const answer = ({ method, params }: PassingRequest) => {
      if (method !== "eth_getTransactionReceipt") return undefined;
      const [hash] = params;
      const before = looks.get(hash) ?? 0;
      looks.set(hash, before + 1);
      return before < 3 ? null : undefined;
    };
    late.set({ kind: "lying", answer });
    const variables = { ...chain.env, PONDER_RPC_URL_42161: late.url };
    const { report, log } = await chain.run(["--send"], variables);
    expect(report).toContain("deployed and verified");
    for (const { name } of planned) {
      expect(log.filter((text) => text.startsWith(`${name}: sent as 0x`))).toHaveLength(1);
    }
    expect(looks.size).toBe(planned.length);
    expect(Math.min(...looks.values())).toBeGreaterThan(3);
    expect(await sentByDeployer()).toEqual(eachOnce);
  });

  test("behavior: where another transaction of the account took the nonce, it goes on", async () => {
    await startStill();
    const run = startSend();
    await run.printed(/: sent as 0x/g, 1);
    await chain.anvil.rpc.request("anvil_dropAllTransactions");
    await sendFrom(chain.node, DEPLOYER.address, { to: SOMEBODY, data: "0x", gas: 21_000n });
    await chain.node.mine({ blocks: 1 });
    await chain.node.setAutomine(true);
    expect(await run.ended, run.output()).toBe(0);
    const [other, ...rest] = await sentByDeployer();
    expect(other).toMatchObject({ to: SOMEBODY, status: "success" });
    expect(rest).toEqual(eachOnce);
  });

  test("error: TRANSACTION_PENDING names it, and a later run does not send it again", async () => {
    await startStill();
    const run = () => chain.run(["--send", "--timeout", "1"]);
    await expect(run()).rejects.toMatchObject({ code: "TRANSACTION_PENDING" });
    await expect(run()).rejects.toThrow(
      /pending for 1 s: 1 transaction\(s\) from nonce 0 on\. Wait/,
    );
    expect([await nonce("latest"), await nonce("pending")]).toEqual([0, 1]);
    const { report } = await chain.run([]);
    expect(report).toContain("1 transaction(s) of it are pending; --send waits for them.");
  });
});
