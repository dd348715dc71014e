import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isHex, parseTransaction } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildContracts } from "../../../contracts/build.ts";
import { openL1DataFee, presentFees } from "../../../scripts/deploy/fees.ts";
import { deployments } from "../../../src/api/program/contracts.ts";
import { DEPLOYER, type DeployChain, startDeployChain } from "../../harness/deploy-chain.ts";
import { createMultiSend, createSafe } from "../../harness/safe.ts";

const planned = deployments(await buildContracts());
const directory = mkdtempSync(join(tmpdir(), "weir-unsigned-"));

const chains: DeployChain[] = [];
afterAll(async () => {
  await Promise.all(chains.map((chain) => chain.stop()));
  rmSync(directory, { recursive: true, force: true });
});

async function start(chainId: number, args: readonly string[] = []): Promise<DeployChain> {
  const chain = await startDeployChain(chainId, args);
  chains.push(chain);
  return chain;
}

const hex = z.custom<`0x${string}`>((value) => isHex(value));
const transactionsSchema = z.object({
  chainId: z.number(),
  transactions: z.array(
    z.object({
      contract: z.string(),
      address: hex,
      transaction: z.record(z.string(), z.string()).optional(),
      serialized: hex.nullable().optional(),
      signed: hex.optional(),
    }),
  ),
});
const batchSchema = z.object({
  version: z.literal("1.0"),
  chainId: z.string(),
  createdAt: z.number(),
  meta: z.object({ name: z.string(), createdFromSafeAddress: z.string(), checksum: hex }),
  transactions: z.array(z.object({ to: hex, value: z.string().transform(BigInt), data: hex })),
});

const read = (folder: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, file), "utf8"));

const withoutKey = (chain: DeployChain) => ({ ...chain.env, WEIR_DEPLOYER_KEY: "" });

async function expectEverythingThere(chain: DeployChain) {
  const { report } = await chain.run([], withoutKey(chain));
  expect(report).toContain("Nothing is missing.");
}

describe("unsigned transactions", () => {
  test("default: sent in order by a wallet, they bring everything, the deployer included", async () => {
    const chain = await start(43114, ["--disable-default-create2-deployer"]);
    const folder = join(directory, "wallet");
    const args = ["--unsigned", folder, "--from", DEPLOYER.address];
    const { log } = await chain.run(args, withoutKey(chain));
    expect(log.join()).toContain("a Safe cannot deploy the deterministic deployer");
    expect(readdirSync(folder)).toEqual(["transactions.json"]);
    const { transactions } = transactionsSchema.parse(read(folder, "transactions.json"));
    expect(transactions.slice(-planned.length).map(({ address }) => address)).toEqual(
      planned.map(({ address }) => address),
    );
    for (const { transaction, serialized, signed } of transactions) {
      const [method, parameter] =
        signed === undefined
          ? ["eth_sendTransaction", transaction]
          : ["eth_sendRawTransaction", signed];
      await chain.anvil.rpc.request(method, [parameter]);
      await chain.node.mine({ blocks: 1 });
      if (serialized === undefined || serialized === null) continue;
      const { chainId, to, data = "0x", nonce } = parseTransaction(serialized);
      expect({ chainId, to, data }).toEqual({
        ...{ chainId: 43114, to: transaction?.to, data: transaction?.data },
      });
      expect(BigInt(transaction?.nonce ?? "-1")).toBe(BigInt(nonce ?? 0));
    }
    await expectEverythingThere(chain);
  });

  test("behavior: without a sender they have no nonce", async () => {
    const chain = await start(10);
    const folder = join(directory, "nobody");
    await chain.run(["--unsigned", folder], withoutKey(chain));
    const { transactions } = transactionsSchema.parse(read(folder, "transactions.json"));
    expect(transactions).toHaveLength(planned.length);
    for (const { transaction, serialized } of transactions) {
      expect(serialized).toBeNull();
      expect(Object.keys(transaction ?? {})).not.toContain("nonce");
    }
  });
});

describe("Safe batches", () => {
  test("default: a Safe 1.5 that executes them deploys everything", async () => {
    const chain = await start(100);
    const { node } = chain;
    const host = { node: () => node, mine: () => node.mine({ blocks: 1 }) };
    const safe = await createSafe(host, DEPLOYER.address);
    const multiSend = await createMultiSend(host, DEPLOYER.address);
    const folder = join(directory, "safe");
    await chain.run(["--unsigned", folder, "--safe", safe.address], withoutKey(chain));
    const files = readdirSync(folder).filter((file) => file.startsWith("safe-batch"));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const batch = batchSchema.parse(read(folder, file));
      expect(batch.chainId).toBe("100");
      expect(batch.meta.createdFromSafeAddress.toLowerCase()).toBe(safe.address);
      const hash = await safe.delegateCall(multiSend(batch.transactions), 16_000_000n);
      await node.mine({ blocks: 1 });
      expect((await node.getTransactionReceipt({ hash })).status, file).toBe("success");
    }
    await expectEverythingThere(chain);
  });
});

describe("presentFees", () => {
  test("default: by EIP-1559, and a dry run prices with it", async () => {
    const chain = await start(8453);
    const fees = await presentFees(chain.node);
    const { baseFeePerGas } = await chain.node.getBlock();
    expect(fees).toMatchObject({ type: "eip1559" });
    if (fees.type !== "eip1559") return;
    expect(fees.presentPrice).toBe((baseFeePerGas ?? 0n) + fees.maxPriorityFeePerGas);
  });

  test("behavior: one gas price where blocks have no base fee", async () => {
    const { node } = await start(56, ["--hardfork", "berlin", "--gas-price", "5000000000"]);
    const gasPrice = 5_000_000_000n;
    expect(await presentFees(node)).toEqual({ type: "legacy", presentPrice: gasPrice, gasPrice });
  });
});

describe("openL1DataFee", () => {
  let chain: DeployChain;
  beforeAll(async () => {
    chain = await start(10);
  });

  test("default: null on a chain without the oracle", async () => {
    expect(await openL1DataFee(chain.node)).toBeNull();
  });

  test("behavior: the oracle's answer for the bytes of each transaction is part of its cost", async () => {
    const before = await fees();
    // Answers the size of its calldata in gwei: CALLDATASIZE PUSH4 MUL PUSH0 MSTORE, 32 bytes.
    await chain.node.setCode({
      address: "0x420000000000000000000000000000000000000f",
      bytecode: "0x36633b9aca00025f5260205ff3",
    });
    const after = await fees();
    for (const [index, { data }] of planned.entries()) {
      const { l1DataFee, cost } = after[index] ?? { l1DataFee: null, cost: "0" };
      expect(before[index]?.l1DataFee).toBeNull();
      // More than the transaction's own data: fields, selector and the words of the call.
      const bytes = BigInt(l1DataFee ?? 0) / 1_000_000_000n;
      expect(bytes).toBeGreaterThan(BigInt(data.length / 2));
      expect(bytes).toBeLessThan(BigInt(data.length / 2 + 300));
      expect(BigInt(cost)).toBe(BigInt(before[index]?.cost ?? 0) + BigInt(l1DataFee ?? 0));
    }
  });

  async function fees() {
    const { report } = await chain.run(["--json"]);
    const cells = z.object({ l1DataFee: z.string().nullable(), cost: z.string().nullable() });
    const { contracts } = z.object({ contracts: z.array(cells) }).parse(JSON.parse(report));
    return contracts.slice(1).map(({ l1DataFee, cost }) => ({ l1DataFee, cost: cost ?? "0" }));
  }
});
