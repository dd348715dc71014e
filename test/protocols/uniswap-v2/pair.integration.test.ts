import { type Address, encodeFunctionData, parseAbi, parseEventLogs } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_UINT112 } from "../../../src/lib/math.ts";
import { maxIn, quote, type UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import {
  ACCOUNT,
  createRandom,
  deployTokens,
  erc20Abi,
  randomAmount,
  startChain,
  type TestChain,
} from "../chain.ts";

const factoryAbi = parseAbi([
  "constructor(address feeToSetter)",
  "function createPair(address tokenA, address tokenB)",
  "event PairCreated(address indexed token0, address indexed token1, address pair, uint256 pairs)",
]);
const pairAbi = parseAbi([
  "function mint(address to)",
  "function sync()",
  "function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)",
  "event Sync(uint112 reserve0, uint112 reserve1)",
]);

let chain: TestChain;
let factory: Address;

beforeAll(async () => {
  chain = await startChain();
  factory = await chain.deploy("@uniswap/v2-core/build/UniswapV2Factory.json", factoryAbi, [
    ACCOUNT,
  ]);
});

afterAll(() => chain.stop());

/** A pair of two new tokens, made by the factory, with the given reserves. */
async function openPair(reserve0: bigint, reserve1: bigint): Promise<UniswapV2Pool> {
  const [token0, token1] = await deployTokens(chain);
  const { logs } = await chain.send({
    to: factory,
    data: encodeFunctionData({
      abi: factoryAbi,
      functionName: "createPair",
      args: [token0, token1],
    }),
  });
  const [created] = parseEventLogs({ abi: factoryAbi, logs });
  if (created === undefined) throw new Error("The factory emitted no PairCreated event.");
  const address = created.args.pair;
  await transfer(token0, address, reserve0);
  await transfer(token1, address, reserve1);
  await chain.send({
    to: address,
    data: encodeFunctionData({ abi: pairAbi, functionName: "mint", args: [ACCOUNT] }),
  });
  return {
    id: address,
    address,
    slug: "uniswap-v2",
    updatedBlock: 1,
    token0,
    token1,
    feePips: 3000,
    reserve0,
    reserve1,
    liquidity: null,
  };
}

function transfer(token: Address, to: Address, amount: bigint) {
  const args = [to, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
  return chain.send({ to: token, data });
}

function edgeOf({ token0, token1 }: UniswapV2Pool, zeroForOne: boolean) {
  const [tokenIn, tokenOut] = zeroForOne ? [token0, token1] : [token1, token0];
  return { action: "swap", tokenIn, tokenOut } as const;
}

function swapData(zeroForOne: boolean, amountOut: bigint) {
  const amounts = zeroForOne ? ([0n, amountOut] as const) : ([amountOut, 0n] as const);
  const args = [...amounts, ACCOUNT, "0x"] as const;
  return encodeFunctionData({ abi: pairAbi, functionName: "swap", args });
}

/**
 * The reason for which the pair refuses to pay `amountOut` for what it has received; null when it
 * pays.
 */
function refusal(pair: Address, zeroForOne: boolean, amountOut: bigint): Promise<string | null> {
  const data = swapData(zeroForOne, amountOut);
  return chain.client.call({ account: ACCOUNT, to: pair, data }).then(
    () => null,
    (error: Error) => error.message,
  );
}

describe("quote", () => {
  test("default: the pair pays it and refuses one wei more", async () => {
    const random = createRandom(20_200_505);
    let swaps = 0;
    for (let opened = 0; opened < 6; opened++) {
      let state = await openPair(randomAmount(random, 5, 32), randomAmount(random, 5, 32));
      for (let round = 0; round < 25; round++) {
        const zeroForOne = random() < 0.5;
        const edge = edgeOf(state, zeroForOne);
        const reserveIn = zeroForOne ? state.reserve0 : state.reserve1;
        const amountIn = randomAmount(random, 1, Math.min(33, String(reserveIn).length + 1));
        const quoted = quote(state, edge, amountIn);
        if (!quoted.ok) {
          // Dust: what was sent for nothing becomes reserve with `sync`, so that states stay
          // comparable.
          expect(quoted.reason).toBe("amount-too-small");
          await transfer(edge.tokenIn, state.address, amountIn);
          expect(await refusal(state.address, zeroForOne, 1n)).toContain("UniswapV2: K");
          await chain.send({
            to: state.address,
            data: encodeFunctionData({ abi: pairAbi, functionName: "sync" }),
          });
          state = zeroForOne
            ? { ...state, reserve0: state.reserve0 + amountIn }
            : { ...state, reserve1: state.reserve1 + amountIn };
          continue;
        }
        await transfer(edge.tokenIn, state.address, amountIn);
        expect(await refusal(state.address, zeroForOne, quoted.amountOut + 1n)).toMatch(
          /UniswapV2: (K|INSUFFICIENT_LIQUIDITY)/,
        );
        const data = swapData(zeroForOne, quoted.amountOut);
        const { logs } = await chain.send({ to: state.address, data });
        const [sync] = parseEventLogs({ abi: pairAbi, logs });
        const { reserve0, reserve1 } = quoted.next;
        expect(sync?.args).toEqual({ reserve0, reserve1 });
        state = quoted.next;
        swaps++;
      }
    }
    expect(swaps).toBeGreaterThan(100);
  });

  test("behavior: maxIn fills the reserve, one wei more overflows it", async () => {
    const state = await openPair(10n ** 30n, 10n ** 20n);
    for (const zeroForOne of [true, false]) {
      const edge = edgeOf(state, zeroForOne);
      const largest = maxIn(state, edge);
      const quoted = quote(state, edge, largest);
      if (!quoted.ok) throw new Error(`maxIn is not quoted: ${quoted.reason}`);
      expect(zeroForOne ? quoted.next.reserve0 : quoted.next.reserve1).toBe(MAX_UINT112);
      expect(quote(state, edge, largest + 1n)).toEqual({
        ok: false,
        reason: "insufficient-liquidity",
      });
      await transfer(edge.tokenIn, state.address, largest);
      expect(await refusal(state.address, zeroForOne, quoted.amountOut)).toBeNull();
      await transfer(edge.tokenIn, state.address, 1n);
      expect(await refusal(state.address, zeroForOne, quoted.amountOut)).toContain(
        "UniswapV2: OVERFLOW",
      );
      await chain.send({
        to: state.address,
        data: encodeFunctionData({
          abi: parseAbi(["function skim(address to)"]),
          functionName: "skim",
          args: [ACCOUNT],
        }),
      });
    }
  });
});
