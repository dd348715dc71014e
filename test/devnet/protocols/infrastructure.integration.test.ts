import { type Address, parseAbi, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainSpec, OPERATOR } from "../../../devnet/chains.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { type ChainUnderTest, startChainUnderTest } from "../running-devnet.ts";

/** Whom the operator has allowed nothing. */
const SPENDER = "0x00000000000000000000000000000000005de4de";
const abi = parseAbi([
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function balanceOf(address) view returns (uint256)",
  "function approve(address spender, uint256 value)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
]);
const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
const MULTICALL3: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";

describe.each([1, 80094, 8453, 43114])("contracts of chain %i", (chainId) => {
  let chain: ChainUnderTest;

  beforeAll(async () => {
    chain = await startChainUnderTest(chainId, { automine: true });
  });

  afterAll(() => chain?.devnet.stop());

  test("behavior: tokens answer with their metadata", async () => {
    const odd = new Set(["MKR"]);
    const plain = chain.manifest.tokens.filter(
      ({ tier, symbol }) => tier !== "hostile" && !odd.has(symbol),
    );
    const answers = await chain.client.multicall({
      multicallAddress: MULTICALL3,
      allowFailure: false,
      contracts: plain.flatMap(({ address }) => [
        { address, abi, functionName: "name" as const },
        { address, abi, functionName: "symbol" as const },
        { address, abi, functionName: "decimals" as const },
      ]),
    });
    expect(answers).toEqual(
      plain.flatMap(({ name, symbol, decimals }) => [name, symbol, decimals]),
    );
  });

  test("behavior: the wrapped currency wraps what is sent to it", async () => {
    const { address } = chainSpec(chainId).wrappedNative;
    const deposit = { from: OPERATOR, to: address, value: `0x${parseEther("1").toString(16)}` };
    const read = { address, abi, functionName: "balanceOf", args: [OPERATOR] } as const;
    const before = await chain.client.readContract(read);
    await chain.rpc.request("eth_sendTransactionSync", [deposit]);
    expect(await chain.client.readContract(read)).toBe(before + parseEther("1"));
  });

  test("behavior: Permit2 signs for this chain", async () => {
    const read = { address: PERMIT2, abi, functionName: "DOMAIN_SEPARATOR" } as const;
    const separator = await chain.client.readContract(read);
    const mainnet = "0x866a5aba21966af95d6c7ab78eb2b2fc913915c28be3b9aa07cc04ff903e3f28";
    if (chainId === 1) expect(separator).toBe(mainnet);
    else expect(separator).not.toBe(mainnet);
  });

  test.runIf(chainId === 1)(
    "behavior: USDT refuses to change an allowance that is set",
    async () => {
      const { address } = tokenBySymbol(chain.manifest.tokens, "USDT");
      const approve = (value: bigint) =>
        chain.client.simulateContract({
          address,
          abi,
          functionName: "approve",
          args: [SPENDER, value],
          account: OPERATOR,
          stateOverride: [],
        });
      await expect(approve(1n)).resolves.toBeDefined();
      const calls = await chain.client.simulateBlocks({
        blocks: [
          {
            calls: [5n, 6n, 0n, 6n].map((value) => ({
              account: OPERATOR,
              to: address,
              abi,
              functionName: "approve" as const,
              args: [SPENDER, value] as const,
            })),
          },
        ],
      });
      expect(calls[0]?.calls.map((call) => call.status)).toEqual([
        "success",
        "failure",
        "success",
        "success",
      ]);
    },
  );
});
