import { EnsoClient } from "@ensofinance/sdk";
import { type Address, createPublicClient, erc20Abi, type Hex, http, toHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../../../devnet/anvil.ts";
import { createBuilder } from "../../../../devnet/builder.ts";
import { chainSpec, GENESIS_TIMESTAMP } from "../../../../devnet/chains.ts";
import { deployAt } from "../../../../devnet/deploy-at.ts";
import { pickArtifact } from "../../../../devnet/solidity/artifact.ts";
import { compileContracts } from "../../../../devnet/solidity/contracts.ts";
import { createApp } from "../../../../src/api/http/app.ts";
import type { Deps } from "../../../../src/api/http/deps.ts";
import { approveEndpoint } from "../../../../src/api/http/routes/wallet.ts";
import { startServer } from "../../../../src/api/http/server.ts";
import { coreWalletOf, ROUTER_ADDRESS } from "../../../../src/api/program/contracts.ts";
import { NO_REASON } from "../../../../src/api/program/revert.ts";
import { fixtureDeps, get, queryOf } from "../../fixture/app.ts";
import { ALICE, DAI, USDC, WETH } from "../../fixture/market.ts";

/**
 * A token as USDT at USDC's address, an ordinary one at DAI's, one that always reverts at WETH's.
 */
const USDT_LIKE = USDC;
const PLAIN = DAI;
const REVERTING = WETH;

let anvil: Anvil;
let deps: Partial<Deps>;
let snapshot: unknown;

beforeAll(async () => {
  const [{ own }, node] = await Promise.all([
    compileContracts(),
    startAnvil({ chainId: 1, args: ["--no-mining", "--timestamp", String(GENESIS_TIMESTAMP)] }),
  ]);
  anvil = node;
  const artifact = pickArtifact(own, "NoReturnToken");
  const standard = pickArtifact(own, "StandardToken");
  await deployAt(createBuilder(chainSpec(1), anvil.rpc), [
    { address: USDT_LIKE, artifact, args: ["Tether", "USDT", 6] },
    { address: PLAIN, artifact: standard, args: ["Dai", "DAI", 18] },
  ]);
  await anvil.rpc.request("evm_setAutomine", [true]);
  await anvil.rpc.request("anvil_setCode", [REVERTING, "0x60006000fd"]);
  await anvil.rpc.request("anvil_impersonateAccount", [ALICE]);
  await anvil.rpc.request("anvil_setBalance", [ALICE, toHex(10n ** 20n)]);
  const client = createPublicClient({ transport: http(anvil.url, { retryCount: 0 }) });
  const { chains } = fixtureDeps();
  deps = {
    chains: new Map([...chains].map(([id, service]) => [id, { ...service, client }] as const)),
  };
  snapshot = await anvil.rpc.request("evm_snapshot");
});

beforeEach(async () => {
  await anvil.rpc.request("evm_revert", [snapshot]);
  snapshot = await anvil.rpc.request("evm_snapshot");
});

afterAll(() => anvil?.stop());

async function approve(changes: Readonly<Record<string, string>>) {
  const query = queryOf({ chainId: "1", fromAddress: ALICE, amount: "700", ...changes });
  const response = await get(`/api/v1/wallet/approve?${query}`, deps);
  return { ...response, answer: () => approveEndpoint.response.strict().parse(response.body) };
}

/** Sends a transaction as it was answered; whether it succeeded. */
async function send(tx: { to: string; data: string; from: string }, gas: string): Promise<boolean> {
  const sent = { from: tx.from, to: tx.to, data: tx.data, gas: toHex(BigInt(gas)) };
  const receipt = await anvil.rpc.request("eth_sendTransactionSync", [sent]);
  return (receipt as { readonly status: Hex }).status === "0x1";
}

function allowance(token: Address, spender: Address): Promise<bigint> {
  const client = createPublicClient({ transport: http(anvil.url) });
  const args = [ALICE, spender] as const;
  return client.readContract({ address: token, abi: erc20Abi, functionName: "allowance", args });
}

describe("GET /api/v1/wallet", () => {
  test("default", async () => {
    const path = `/api/v1/wallet?${queryOf({ fromAddress: ALICE.toUpperCase(), chainId: "1" })}`;
    const address = coreWalletOf(ALICE);
    const { headers, body } = await get(path, deps);
    expect(body).toEqual({ address, isDeployed: false });
    expect(headers.get("cache-control")).toBe("no-store");
    await anvil.rpc.request("anvil_setCode", [address, "0x00"]);
    expect((await get(path, deps)).body).toEqual({ address, isDeployed: true });
  });
});

describe("GET /api/v1/wallet/approve", () => {
  test("default", async () => {
    for (const token of [PLAIN, USDT_LIKE]) {
      const { tx, gas, ...rest } = (await approve({ tokenAddress: token })).answer();
      expect(rest).toEqual({ token, amount: "700", spender: ROUTER_ADDRESS });
      expect(tx).toMatchObject({ to: token, from: ALICE, value: "0" });
      expect(await send(tx, gas)).toBe(true);
      expect(await allowance(token, ROUTER_ADDRESS)).toBe(700n);
    }
  });

  test("behavior: corewallet approves the owner's own wallet", async () => {
    const query = { tokenAddress: PLAIN, routingStrategy: "ensowallet" };
    const { tx, gas, spender } = (await approve(query)).answer();
    expect(spender).toBe(coreWalletOf(ALICE));
    expect(await send(tx, gas)).toBe(true);
    expect(await allowance(PLAIN, coreWalletOf(ALICE))).toBe(700n);
  });

  test("behavior: an allowance is replaced, not added to", async () => {
    for (const amount of ["900", "5"]) {
      const { tx, gas } = (await approve({ tokenAddress: PLAIN, amount })).answer();
      expect(await send(tx, gas)).toBe(true);
      expect(await allowance(PLAIN, ROUTER_ADDRESS)).toBe(BigInt(amount));
    }
  });

  test("behavior: a token that wants a reset gets it in two transactions", async () => {
    const first = (await approve({ tokenAddress: USDT_LIKE, amount: "3" })).answer();
    expect(await send(first.tx, first.gas)).toBe(true);

    const { status, body } = await approve({ tokenAddress: USDT_LIKE });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: "SIMULATION_FAILED",
      data: { reason: "ALLOWANCE_NOT_ZERO", allowance: "3", tx: { to: USDT_LIKE, from: ALICE } },
    });
    const { data } = body as { data: { tx: typeof first.tx; gas: string } };
    expect(await send(data.tx, data.gas)).toBe(true);
    expect(await allowance(USDT_LIKE, ROUTER_ADDRESS)).toBe(0n);

    const second = (await approve({ tokenAddress: USDT_LIKE })).answer();
    expect(await send(second.tx, second.gas)).toBe(true);
    expect(await allowance(USDT_LIKE, ROUTER_ADDRESS)).toBe(700n);
  });

  test("error: SIMULATION_FAILED", async () => {
    const { status, body } = await approve({ tokenAddress: REVERTING });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: "SIMULATION_FAILED",
      data: { reason: NO_REASON },
    });
  });

  test("behavior: EnsoClient 2.5.0 getApprovalData", async () => {
    const all = fixtureDeps(deps);
    const server = await startServer({
      app: createApp(all),
      host: "127.0.0.1",
      port: 0,
      log: all.log,
    });
    try {
      const client = new EnsoClient({ baseURL: `${server.url}/api/v1`, apiKey: "any" });
      const approval = await client.getApprovalData({
        chainId: 1,
        fromAddress: ALICE,
        tokenAddress: PLAIN,
        amount: "700",
      });
      expect(approval).toMatchObject({
        token: PLAIN,
        amount: "700",
        spender: ROUTER_ADDRESS,
        tx: { to: PLAIN, from: ALICE },
      });
    } finally {
      await server.close();
    }
  });
});
