import { type Address, erc20Abi, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../../devnet/chains.ts";
import type { DevnetToken } from "../../../devnet/manifest.ts";
import { planLongTail, TAIL_TOKENS } from "../../../devnet/market/long-tail.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { type ChainUnderTest, startChainUnderTest } from "../running-devnet.ts";

const MULTICALL3: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";
const pairAbi = parseAbi(["function getReserves() view returns (uint112, uint112, uint32)"]);
const mintAbi = parseAbi(["function mint(address to, uint256 value)"]);

let chain: ChainUnderTest;
let wrapped: DevnetToken;

beforeAll(async () => {
  chain = await startChainUnderTest(1);
  wrapped = tokenBySymbol(chain.manifest.tokens, "WETH");
});

afterAll(() => chain?.devnet.stop());

describe("planLongTail", () => {
  test("default", () => {
    const plans = planLongTail(wrapped);
    expect(plans).toEqual(planLongTail(wrapped));
    const tokens = plans.map(({ tokenA }) => tokenA);
    expect(new Set(tokens.map(({ address }) => address)).size).toBe(TAIL_TOKENS);
    expect(new Set(tokens.map(({ symbol }) => symbol)).size).toBe(TAIL_TOKENS);
    expect(new Set(tokens.map(({ decimals }) => decimals))).toEqual(new Set([6, 8, 18]));
  });

  test("behavior: shallow pairs hold the same value on both sides", () => {
    for (const { tokenA, tokenB, amountA, amountB } of planLongTail(wrapped)) {
      const usd = (token: DevnetToken, amount: bigint) =>
        (Number(amount) / 10 ** token.decimals) * token.priceUsd;
      const [a, b] = [usd(tokenA, amountA), usd(tokenB, amountB)];
      expect(Math.abs(a / b - 1)).toBeLessThan(1e-4);
      expect(a + b).toBeGreaterThan(19_900);
      expect(a + b).toBeLessThan(250_001);
    }
  });
});

describe("seedLongTail", () => {
  test("default: each token has its pair, with the amounts of the plan", async () => {
    const plans = planLongTail(wrapped);
    const addresses = plans.map(({ tokenA }) => tokenA.address);
    const tail = chain.manifest.tokens.filter(({ tier }) => tier === "tail");
    expect(tail).toEqual(plans.map(({ tokenA }) => tokenA));
    const pools = addresses.map((address) => {
      const of = chain.manifest.pools.filter(({ token0, token1 }) =>
        [token0, token1].includes(address),
      );
      expect(of).toHaveLength(1);
      return of[0]?.address ?? address;
    });
    const read = { multicallAddress: MULTICALL3, allowFailure: false } as const;
    const reserves = await chain.client.multicall({
      ...read,
      contracts: pools.map((address) => ({
        address,
        abi: pairAbi,
        functionName: "getReserves" as const,
      })),
    });
    expect(reserves.map(([reserve0, reserve1]) => [reserve0, reserve1])).toEqual(
      plans.map(({ tokenA, amountA, amountB }) =>
        BigInt(tokenA.address) < BigInt(wrapped.address) ? [amountA, amountB] : [amountB, amountA],
      ),
    );
  });

  test("behavior: anyone may mint and send", async () => {
    const [token] = planLongTail(wrapped).map(({ tokenA }) => tokenA.address);
    if (token === undefined) throw new Error("The tail is empty.");
    const call = { account: OPERATOR, to: token } as const;
    const [block] = await chain.client.simulateBlocks({
      blocks: [
        {
          calls: [
            { ...call, abi: mintAbi, functionName: "mint", args: [OPERATOR, 7n] },
            { ...call, abi: erc20Abi, functionName: "transfer", args: [MULTICALL3, 5n] },
            { ...call, abi: erc20Abi, functionName: "balanceOf", args: [OPERATOR] },
          ],
        },
      ],
    });
    expect(block?.calls.map(({ status, result }) => [status, result])).toEqual([
      ["success", null],
      ["success", true],
      ["success", 2n],
    ]);
  });
});
