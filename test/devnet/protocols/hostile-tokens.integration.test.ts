import { type Address, encodeFunctionData, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../../devnet/chains.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { type ChainUnderTest, startChainUnderTest } from "../running-devnet.ts";

let chain: ChainUnderTest;

beforeAll(async () => {
  chain = await startChainUnderTest(1, { automine: true });
});

afterAll(() => chain?.devnet.stop());

const abi = parseAbi([
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function balanceOf(address) view returns (uint256)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function mint(address to, uint256 value)",
]);
const bytes32Abi = parseAbi([
  "function name() view returns (bytes32)",
  "function symbol() view returns (bytes32)",
]);
const RECEIVER: Address = "0x00000000000000000000000000000000000000aa";
const UNIT = 10n ** 18n;

function token(symbol: string) {
  return { address: tokenBySymbol(chain.manifest.tokens, symbol).address, abi } as const;
}

function pairOf(symbol: string): Address {
  const { address } = token(symbol);
  const pair = chain.manifest.pools.find((pool) => [pool.token0, pool.token1].includes(address));
  if (pair === undefined) throw new Error(`No pool holds ${symbol}.`);
  return pair.address;
}

async function mintToOperator(symbol: string): Promise<void> {
  const data = encodeFunctionData({ abi, functionName: "mint", args: [OPERATOR, UNIT] });
  await chain.rpc.request("eth_sendTransactionSync", [
    { from: OPERATOR, to: token(symbol).address, data },
  ]);
}

async function simulateTransfer(symbol: string, from: Address, to: Address): Promise<boolean> {
  const { result } = await chain.client.simulateContract({
    ...token(symbol),
    functionName: "transfer",
    args: [to, UNIT],
    account: from,
  });
  return result;
}

describe("hostile tokens", () => {
  test("default", async () => {
    const hostile = chain.manifest.tokens.filter(({ tier }) => tier === "hostile");
    expect(hostile.map(({ symbol }) => symbol)).toEqual([
      "FEE",
      "TRAP",
      "FROZEN",
      "FALSE",
      "NAMELESS",
      "BADDEC",
      "LONGNAME",
      "DEC36",
    ]);
    for (const { address, symbol } of hostile) {
      const balance = await chain.client.readContract({
        address,
        abi,
        functionName: "balanceOf",
        args: [pairOf(symbol)],
      });
      expect(balance).toBeGreaterThan(0n);
    }
  });

  test("behavior: FEE keeps 1 % of a transfer", async () => {
    await mintToOperator("FEE");
    const args = [RECEIVER, UNIT] as const;
    const data = encodeFunctionData({ abi, functionName: "transfer", args });
    const transfer = { from: OPERATOR, to: token("FEE").address, data };
    await chain.rpc.request("eth_sendTransactionSync", [transfer]);
    const received = await chain.client.readContract({
      ...token("FEE"),
      functionName: "balanceOf",
      args: [RECEIVER],
    });
    expect(received).toBe((UNIT * 99n) / 100n);
  });

  test("behavior: TRAP can be passed on and not sold", async () => {
    await mintToOperator("TRAP");
    expect(await simulateTransfer("TRAP", OPERATOR, RECEIVER)).toBe(true);
    expect(await simulateTransfer("TRAP", pairOf("TRAP"), OPERATOR)).toBe(true);
    await expect(simulateTransfer("TRAP", OPERATOR, pairOf("TRAP"))).rejects.toThrow("reverted");
  });

  test("behavior: FROZEN does not leave its pair", async () => {
    await expect(simulateTransfer("FROZEN", pairOf("FROZEN"), OPERATOR)).rejects.toThrow(
      "reverted",
    );
  });

  test("behavior: FALSE returns false", async () => {
    expect(await simulateTransfer("FALSE", pairOf("FALSE"), OPERATOR)).toBe(false);
  });

  test("behavior: metadata is missing, reverts or is absurd", async () => {
    for (const functionName of ["name", "symbol", "decimals"] as const) {
      const read = chain.client.readContract({ ...token("NAMELESS"), functionName });
      await expect(read).rejects.toThrow("reverted");
    }
    const decimals = chain.client.readContract({ ...token("BADDEC"), functionName: "decimals" });
    await expect(decimals).rejects.toThrow("reverted");
    const name = await chain.client.readContract({ ...token("LONGNAME"), functionName: "name" });
    expect(name).toHaveLength(10_000);
    expect(name).toContain("\u0000");
    expect(await chain.client.readContract({ ...token("DEC36"), functionName: "decimals" })).toBe(
      36,
    );
  });

  test("behavior: MKR has bytes32 metadata, as on mainnet", async () => {
    const contract = { address: token("MKR").address, abi: bytes32Abi } as const;
    expect(await chain.client.readContract({ ...contract, functionName: "symbol" })).toBe(
      `0x4d4b52${"00".repeat(29)}`,
    );
  });
});
