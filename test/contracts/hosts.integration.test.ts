import {
  type Account,
  type Address,
  type Chain,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  maxUint256,
  publicActions,
  walletActions,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account7702Abi } from "../../abis/weir/Account7702.ts";
import { coreWalletFactoryAbi } from "../../abis/weir/CoreWalletFactory.ts";
import { routerAbi } from "../../abis/weir/Router.ts";
import { buildContracts } from "../../contracts/build.ts";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import {
  ACCOUNT_7702_ADDRESS,
  CORE_WALLET_FACTORY_ADDRESS,
  CORE_WALLET_IMPLEMENTATION_ADDRESS,
  coreWalletOf,
  DELEGATE_EXECUTOR_ADDRESS,
  deployments,
  EXECUTOR_IMPLEMENTATION_ADDRESS,
  executorOf,
  PREPAID_INFINITY_ADDRESS,
  PREPAID_V3_ADDRESS,
  PREPAID_V4_ADDRESS,
  ROUTER_ADDRESS,
  SHARED_EXECUTOR_ADDRESS,
} from "../../src/api/program/contracts.ts";
import { encodeProgram } from "../../src/api/program/encode.ts";
import type { Program } from "../../src/api/program/steps.ts";
import { encodeRun } from "../../src/api/program/wallet-call.ts";
import { ZERO_ADDRESS } from "../../src/lib/address.ts";
import { receiptOf } from "../harness/mined.ts";

const FUNDS = 10n ** 20n;
const RECEIVER: Address = "0x00000000000000000000000000000000cafe0001";
const CHAIN_IDS = [1, 80094] as const;

function connect(url: string, chain: Chain) {
  return createTestClient({ mode: "anvil", chain, transport: http(url), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
}

type Client = ReturnType<typeof connect>;

const nodes: Anvil[] = [];
const clients: Client[] = [];

function clientOf(chainId: number): Client {
  const client = clients.find(({ chain }) => chain.id === chainId);
  if (client === undefined) throw new Error(`no node of chain ${chainId}`);
  return client;
}

beforeAll(async () => {
  const contracts = await buildContracts();
  for (const chainId of CHAIN_IDS) {
    const node = await startAnvil({ chainId });
    nodes.push(node);
    const client = connect(node.url, { ...foundry, id: chainId });
    clients.push(client);
    const account = await funded(client);
    for (const { to, data } of deployments(contracts)) await send(client, account, { to, data });
  }
}, 60_000);

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
});

async function funded(client: Client) {
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: FUNDS });
  return account;
}

async function send(
  client: Client,
  account: Account,
  tx: { to: Address; data: Hex; value?: bigint },
) {
  const hash = await client.sendTransaction({ account, ...tx });
  const receipt = await receiptOf(client, hash);
  expect(receipt.status).toBe("success");
  return receipt;
}

/** Sends `amount` of coin to the receiver. */
function paying(amount: bigint): Program {
  return {
    registers: 1,
    steps: [
      { op: "set", out: 1, literal: amount },
      { op: "send", in: 1, token: ZERO_ADDRESS, to: RECEIVER },
    ],
  };
}

describe("deployments", () => {
  test.each(CHAIN_IDS)("default: chain %i has each contract at its address", async (chainId) => {
    for (const address of [
      ROUTER_ADDRESS,
      SHARED_EXECUTOR_ADDRESS,
      EXECUTOR_IMPLEMENTATION_ADDRESS,
      DELEGATE_EXECUTOR_ADDRESS,
      CORE_WALLET_FACTORY_ADDRESS,
      CORE_WALLET_IMPLEMENTATION_ADDRESS,
      ACCOUNT_7702_ADDRESS,
      PREPAID_V3_ADDRESS,
      PREPAID_V4_ADDRESS,
      PREPAID_INFINITY_ADDRESS,
    ]) {
      const code = await clientOf(chainId).getCode({ address });
      expect(code).toBe(await clientOf(1).getCode({ address }));
      expect(code?.length).toBeGreaterThan(1_000);
    }
  });
});

describe("executorOf", () => {
  test("default: is what the router answers", async () => {
    for (let count = 0; count < 10; count++) {
      const caller = privateKeyToAccount(generatePrivateKey()).address;
      const executor = await clientOf(1).readContract({
        address: ROUTER_ADDRESS,
        abi: routerAbi,
        functionName: "executorOf",
        args: [caller],
      });
      expect(executorOf(caller)).toBe(executor.toLowerCase());
    }
  });
});

describe("coreWalletOf", () => {
  test("default: is what the factory answers", async () => {
    for (let count = 0; count < 10; count++) {
      const owner = privateKeyToAccount(generatePrivateKey()).address;
      const wallet = await clientOf(1).readContract({
        address: CORE_WALLET_FACTORY_ADDRESS,
        abi: coreWalletFactoryAbi,
        functionName: "walletOf",
        args: [owner],
      });
      expect(coreWalletOf(owner)).toBe(wallet.toLowerCase());
    }
  });

  test("behavior: the first use deploys there, on every chain, and runs in it", async () => {
    for (const chainId of CHAIN_IDS) {
      const client = clientOf(chainId);
      const account = await funded(client);
      const before = await client.getBalance({ address: RECEIVER });
      const data = encodeRun(maxUint256, paying(7n));
      const tx = { to: CORE_WALLET_FACTORY_ADDRESS, data, value: 7n };
      await send(client, account, tx);
      expect(await client.getCode({ address: coreWalletOf(account.address) })).toBeDefined();
      expect(await client.getBalance({ address: RECEIVER })).toBe(before + 7n);
    }
  });
});

describe("ACCOUNT_7702_ADDRESS", () => {
  // The delegate executor is no account's code, but must not open one that takes it for such.
  test.each([
    ["the account's own code", ACCOUNT_7702_ADDRESS],
    ["the delegate executor's code", DELEGATE_EXECUTOR_ADDRESS],
  ])("behavior: with %s an account runs programs, and nobody else in it", async (_, contractAddress) => {
    const client = clientOf(1);
    const account = await funded(client);
    const authorization = await client.signAuthorization({
      ...{ account, contractAddress, executor: "self" },
    });
    const args = [maxUint256, encodeProgram(paying(9n))] as const;
    const run = { abi: account7702Abi, functionName: "run", args } as const;
    const before = await client.getBalance({ address: RECEIVER });
    const hash = await client.sendTransaction({
      ...{ account, to: account.address, data: encodeFunctionData(run) },
      authorizationList: [authorization],
    });
    expect((await receiptOf(client, hash)).status).toBe("success");
    expect(await client.getBalance({ address: RECEIVER })).toBe(before + 9n);

    const stranger = await funded(client);
    await expect(
      client.simulateContract({ ...run, account: stranger, address: account.address }),
    ).rejects.toThrow("OnlyAccount");
  });
});
