import { readFileSync } from "node:fs";
import {
  type Address,
  createPublicClient,
  createWalletClient,
  domainSeparator,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  type TypedDataDomain,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../../devnet/anvil.ts";
import { createBuilder } from "../../../devnet/builder.ts";
import { chainSpec, GENESIS_TIMESTAMP } from "../../../devnet/chains.ts";
import { type Deployment, deployAt } from "../../../devnet/deploy-at.ts";
import { multicall3 } from "../../../devnet/protocols/multicall3.ts";
import { compileSolidity } from "../../../devnet/solidity/compile.ts";
import { collectSources } from "../../../devnet/solidity/sources.ts";
import { createTokenPermits, type TokenPermits } from "../../../src/api/trade/token-permits.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { receiptOf } from "../../harness/mined.ts";
import { addressOf } from "../graph/chain-of-blocks.ts";

const mainnet = CHAINS.get(1);
if (mainnet === undefined) throw new Error("chain 1 is unknown");
const chain = mainnet;
const OWNER = addressOf(0xb001);
/** The first of anvil's well-known development accounts. */
const SENDER: Address = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const SALT: Hex = numberToHex(1, { size: 32 });

/** Tokens by contract, and the domain that each signs in; null: the token makes its own. */
const TOKENS = {
  stated: [addressOf(0xa001), "Stated", null],
  version1: [addressOf(0xa002), "Plain", { name: "One", version: "1", chainId: 1 }],
  version2: [addressOf(0xa003), "Plain", { name: "Two", version: "2", chainId: 1 }],
  versioned: [addressOf(0xa004), "Versioned", { name: "Own", version: "v7.1", chainId: 1 }],
  versionless: [addressOf(0xa005), "Plain", { name: "None", chainId: 1 }],
  salted: [addressOf(0xa006), "Plain", { name: "Salted", version: "1", salt: SALT }],
  nameless: [addressOf(0xa007), "Plain", { chainId: 1 }],
  otherChain: [addressOf(0xa008), "Plain", { name: "Far", version: "1", chainId: 5 }],
  otherVersion: [addressOf(0xa009), "Plain", { name: "Odd", version: "odd", chainId: 1 }],
  liar: [addressOf(0xa00a), "Liar", { name: "Liar", version: "1", chainId: 1 }],
  daiLike: [addressOf(0xa00b), "DaiLike", { name: "Dai", version: "1", chainId: 1 }],
  fallback: [addressOf(0xa00c), "Fallback", null],
  paused: [addressOf(0xa00d), "Plain", { name: "Paused", version: "1", chainId: 1 }],
} as const satisfies Readonly<
  Record<string, readonly [token: Address, contract: string, domain: TypedDataDomain | null]>
>;

let anvil: Anvil;
let permits: TokenPermits;

beforeAll(async () => {
  const file = new URL("PermitTokens.sol", import.meta.url);
  const source = readFileSync(file, "utf8");
  const imported = [...source.matchAll(/from "([^"]+)"/g)].flatMap(([, path]) => path ?? []);
  const sources = { ...collectSources(imported), "PermitTokens.sol": source };
  const [compiled, node] = await Promise.all([
    compileSolidity({ compiler: "solc", sources, optimizerRuns: 200 }),
    startAnvil({ chainId: 1, args: ["--no-mining", "--timestamp", String(GENESIS_TIMESTAMP)] }),
  ]);
  anvil = node;
  const builder = createBuilder(chainSpec(1), anvil.rpc);
  await multicall3.deploy({ builder } as Parameters<typeof multicall3.deploy>[0]);
  await deployAt(
    builder,
    Object.values(TOKENS).map(([address, contract, domain]): Deployment => {
      const artifact = compiled[contract];
      if (artifact === undefined) throw new Error(`${contract} was not compiled`);
      if (domain === null) return { address, artifact, args: [] };
      const name = "name" in domain ? domain.name : "Unsaid";
      const separator = domainSeparator({ domain: { ...domain, verifyingContract: address } });
      return { address, artifact, args: [name, separator] };
    }),
  );
  await builder.flush();
  await anvil.rpc.request("evm_setAutomine", [true]);
  permits = createTokenPermits();
}, 120_000);

afterAll(() => anvil?.stop());

async function permitOf(token: Address) {
  const client = createPublicClient({
    transport: http(anvil.url, { retryCount: 0 }),
    cacheTime: 0,
  });
  const blockNumber = await client.getBlockNumber();
  return permits({ chain, client }, { token, owner: OWNER, blockNumber });
}

describe("createTokenPermits", () => {
  test.each([
    "version1",
    "version2",
    "versioned",
    "versionless",
    "salted",
    "nameless",
  ] as const)("default: %s", async (token) => {
    const [address, , domain] = TOKENS[token];
    expect(await permitOf(address)).toEqual({ domain, nonce: 0n });
    // From the second time on it is known.
    expect(await permitOf(address)).toEqual({ domain, nonce: 0n });
  });

  test("behavior: what the token states of its domain counts, not its name", async () => {
    const domain = { name: "Other than the name", version: "1", chainId: 1 };
    expect(await permitOf(TOKENS.stated[0])).toEqual({ domain, nonce: 0n });
  });

  test.each([
    "otherChain",
    "otherVersion",
    "liar",
    "daiLike",
    "fallback",
  ] as const)("behavior: none of %s", async (token) => {
    expect(await permitOf(TOKENS[token][0])).toBeNull();
  });

  test("behavior: none of an address without code", async () => {
    expect(await permitOf(addressOf(0xdead))).toBeNull();
  });

  test("behavior: a token that is paused has none, and has one afterwards", async () => {
    const [address, , domain] = TOKENS.paused;
    const wallet = createWalletClient({ account: SENDER, transport: http(anvil.url) });
    const client = createPublicClient({ transport: http(anvil.url), pollingInterval: 50 });
    const pause = async (isPaused: boolean) => {
      const hash = await wallet.writeContract({
        ...{ address, abi: parseAbi(["function pause(bool)"]), functionName: "pause" },
        ...{ args: [isPaused], chain: null },
      });
      // The node answers before the block of the transaction is there.
      await receiptOf(client, hash);
    };
    await pause(true);
    expect(await permitOf(address)).toBeNull();
    await pause(false);
    expect(await permitOf(address)).toEqual({ domain, nonce: 0n });
  });

  test("error: UPSTREAM_UNAVAILABLE when the node does not answer", async () => {
    const client = createPublicClient({ transport: http("http://127.0.0.1:9", { retryCount: 0 }) });
    const query = { token: TOKENS.stated[0], owner: OWNER, blockNumber: 1n };
    await expect(permits({ chain, client }, query)).rejects.toMatchObject({
      code: "UPSTREAM_UNAVAILABLE",
    });
  });
});
