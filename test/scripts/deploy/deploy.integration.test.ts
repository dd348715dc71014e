import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildContracts } from "../../../contracts/build.ts";
import { deployments } from "../../../src/api/program/contracts.ts";
import { DEPLOYER, type DeployChain, startDeployChain } from "../../harness/deploy-chain.ts";
import { runScript } from "../../harness/run-script.ts";

const PRESIGNED_SIGNER = "0x3fab184622dc19b6109349b94811493bf2a45362";
const PRESIGNED_HASH = "0xeddf9e61fb9d8f5111840daef55e5fde0041f5702856532cdbb5a02998033d26";

const planned = deployments(await buildContracts());
const names = planned.map(({ name }) => name);

const hex = z.templateLiteral(["0x", z.string()]);
const reportSchema = z.object({
  mode: z.string(),
  contracts: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      address: hex,
      created: z.array(z.object({ address: hex })),
      gas: z.string().nullable(),
    }),
  ),
  total: z.string(),
  required: z.string(),
  sender: z.object({ balance: z.string(), pending: z.number() }).nullable(),
  sent: z.array(z.object({ name: z.string(), hash: hex })),
});

const chains: DeployChain[] = [];
afterAll(() => Promise.all(chains.map((chain) => chain.stop())));

async function start(chainId: number, args: readonly string[] = []): Promise<DeployChain> {
  const chain = await startDeployChain(chainId, args);
  chains.push(chain);
  return chain;
}

async function runJson(chain: DeployChain, args: readonly string[]) {
  const { report, log } = await chain.run([...args, "--json"]);
  return { ...reportSchema.parse(JSON.parse(report)), log };
}

/** What every account's nonce and the height of the chain say: nothing was sent. */
async function trace({ node }: DeployChain) {
  const address = DEPLOYER.address;
  return [await node.getBlockNumber(), await node.getTransactionCount({ address })];
}

describe("an empty chain without the deterministic deployer", () => {
  let chain: DeployChain;
  beforeAll(async () => {
    chain = await start(8453, ["--disable-default-create2-deployer"]);
  });

  test("default: a dry run prices everything and sends nothing", async () => {
    const before = await trace(chain);
    const run = await runJson(chain, []);
    expect(await trace(chain)).toEqual(before);
    expect(run.mode).toBe("dry run");
    expect(run.sent).toEqual([]);
    expect(run.contracts.map(({ name, status }) => [name, status])).toEqual(
      ["deterministic deployer", ...names].map((name) => [name, "missing"]),
    );
    // The presigned transaction's funds are part of it.
    expect(BigInt(run.total)).toBeGreaterThan(10n ** 16n);
    expect(BigInt(run.required)).toBeGreaterThan(BigInt(run.total));
    const { report } = await chain.run([]);
    expect(report).toContain("dry run, nothing is sent");
    expect(report).toContain(`${PRESIGNED_SIGNER} is paid up to 0.01 ETH`);
    for (const { address } of planned) expect(report).toContain(address);
  });

  test("behavior: --send brings the deployer, deploys everything and verifies it", async () => {
    const dry = await runJson(chain, []);
    const run = await runJson(chain, ["--send"]);
    expect(run.mode).toBe("send");
    expect(run.contracts.every(({ status }) => status === "there")).toBe(true);
    expect(run.sent.map(({ name }) => name)).toEqual([
      "funds of the presigned transaction",
      "deterministic deployer",
      ...names,
    ]);
    expect(run.sent[1]?.hash).toBe(PRESIGNED_HASH);
    for (const { name, hash } of run.sent) {
      const receipt = await chain.node.getTransactionReceipt({ hash });
      expect(receipt.status, name).toBe("success");
      const expected = dry.contracts.find((contract) => contract.name === name)?.gas;
      if (names.some((each) => each === name)) expect(expected).toBe(String(receipt.gasUsed));
    }
    for (const { address } of planned) {
      expect((await chain.node.getCode({ address }))?.length, address).toBeGreaterThan(1_000);
    }
  });

  test("behavior: a second run verifies, and sends nothing", async () => {
    const before = await trace(chain);
    const run = await runJson(chain, ["--send"]);
    expect(run.sent).toEqual([]);
    expect(run.total).toBe("0");
    expect(await trace(chain)).toEqual(before);
    expect((await chain.run([])).report).toContain("Nothing is missing.");
  });

  test("error: WRONG_CODE wherever it is, also of what a constructor created", async () => {
    const { contracts } = await runJson(chain, []);
    const all = contracts.flatMap(({ name, address, created }) =>
      [address, ...created.map((each) => each.address)].map((each) => ({ name, address: each })),
    );
    expect(all.length).toBeGreaterThan(contracts.length);
    for (const { name, address } of all) {
      const code = (await chain.node.getCode({ address })) ?? "0x";
      await chain.node.setCode({ address, bytecode: `${code}00` });
      const run = chain.run(["--send"]);
      await expect(run).rejects.toMatchObject({ code: "WRONG_CODE" });
      await expect(run).rejects.toThrow(`${name}: ${address} has code of hash 0x`);
      await chain.node.setCode({ address, bytecode: code });
    }
    expect((await runJson(chain, ["--send"])).sent).toEqual([]);
  });
});

describe("an empty chain with the deterministic deployer", () => {
  let chain: DeployChain;
  beforeAll(async () => {
    chain = await start(80094);
  });

  test("error: NO_FUNDS says how much is missing, and sends nothing", async () => {
    const { node } = chain;
    const { required } = await runJson(chain, []);
    await node.setBalance({ address: DEPLOYER.address, value: BigInt(required) - 5n });
    const before = await trace(chain);
    await expect(chain.run(["--send"])).rejects.toMatchObject({ code: "NO_FUNDS" });
    await expect(chain.run(["--send"])).rejects.toThrow("send it 0.000000000000000005 more");
    expect((await chain.run([])).report).toContain("Missing: 0.000000000000000005 BERA");
    expect(await trace(chain)).toEqual(before);
  });

  test("behavior: the balance that a dry run asks for is enough", async () => {
    const { required } = await runJson(chain, []);
    await chain.node.setBalance({ address: DEPLOYER.address, value: BigInt(required) });
    expect((await runJson(chain, ["--send"])).sent.map(({ name }) => name)).toEqual(names);
  });
});

describe("the command", () => {
  test("behavior: exit codes and streams", async () => {
    const chain = await start(10);
    const key = { WEIR_DEPLOYER_KEY: "" };
    const done = await runScript("deploy-contracts.ts", { ...chain.env, ...key }, [
      "--chain",
      "10",
    ]);
    expect([done.code, done.stderr]).toEqual([0, ""]);
    expect(done.stdout).toContain("dry run, nothing is sent");
    const args = ["--chain", "10", "--send"];
    const failed = await runScript("deploy-contracts.ts", { ...chain.env, ...key }, args);
    expect([failed.code, failed.stdout]).toEqual([1, ""]);
    expect(failed.stderr).toMatch(/^weir: --send needs a key.*--keystore.*\n$/);
    const wrong = await runScript("deploy-contracts.ts", chain.env, ["--send"]);
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toContain("usage: npm run deploy:contracts -- --chain");
  });
});
