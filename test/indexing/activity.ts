import { type Abi, type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { z } from "zod";
import { OPERATOR } from "../../devnet/chains.ts";
import type { DevnetPool, Manifest } from "../../devnet/manifest.ts";
import { asHex, type Rpc } from "../../devnet/rpc.ts";
import { deployments as uniswapV2 } from "../../src/protocols/uniswap-v2/contracts.ts";
import { deployments as uniswapV3 } from "../../src/protocols/uniswap-v3/contracts.ts";

const makerAbi = parseAbi([
  "struct Range { int24 lower; int24 upper; uint128 liquidity; }",
  "function provideV2(address factory, address token0, address token1, uint256 amount0, uint256 amount1)",
  "function createV3(address factory, address token0, address token1, uint24 fee, uint160 sqrtPriceX96)",
  "function provideV3(address pool, Range[] ranges)",
  "function withdrawV3(address pool, Range range)",
  "function swapV2(address pair, bool zeroForOne, uint256 amountIn)",
  "function swapV3(address pool, bool zeroForOne, uint256 amountIn, uint160 sqrtPriceLimitX96)",
]);
const pairAbi = parseAbi([
  "function sync()",
  "function getReserves() view returns (uint112, uint112, uint32)",
]);
const erc20Abi = parseAbi(["function balanceOf(address) view returns (uint256)"]);
const factoryAbi = parseAbi([
  "function createPair(address, address) returns (address)",
  "function createPool(address, address, uint24) returns (address)",
  "function getPool(address, address, uint24) view returns (address)",
]);

// https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/libraries/TickMath.sol
const MIN_SQRT_RATIO = 4_295_128_739n;
const MAX_SQRT_RATIO = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n;

/**
 * Deterministic numbers from 0 to 2^32 - 1.
 *
 * @see https://prng.di.unimi.it/splitmix64.c the same construction on 64 bits
 */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

/** Something that changes a pool, as a transaction of the operator. */
interface Step {
  readonly to: Address;
  readonly abi: Abi;
  readonly name: string;
  readonly args: readonly unknown[];
}

const receipt = z.object({ status: z.string() });

async function send(rpc: Rpc, { to, abi, name, args }: Step): Promise<boolean> {
  const data = encodeFunctionData({ abi, functionName: name, args });
  const fields = { from: OPERATOR, to, data, gas: numberToHex(5_000_000) };
  const hash = asHex(await rpc.request("eth_sendTransaction", [fields]));
  await rpc.request("evm_mine");
  const answer = await rpc.request("eth_getTransactionReceipt", [hash]);
  return receipt.parse(answer).status === "0x1";
}

async function read(rpc: Rpc, { to, abi, name, args }: Step): Promise<readonly bigint[]> {
  const data = encodeFunctionData({ abi, functionName: name, args });
  const answer: Hex = asHex(await rpc.request("eth_call", [{ to, data }, "latest"]));
  return (answer.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
}

function factoryOf(venue: string, chainId: number): Address {
  for (const { slug, chains } of [...uniswapV2, ...uniswapV3]) {
    const contracts = chains[chainId]?.contracts;
    if (slug === venue && contracts !== undefined) return contracts.factory;
  }
  throw new Error(`No factory of ${venue} on chain ${chainId}.`);
}

/** Plays on the pools of a devnet whose blocks are mined on demand, one transaction per block. */
export function createActivity({
  rpc,
  manifest,
  random,
}: {
  readonly rpc: Rpc;
  readonly manifest: Manifest;
  readonly random: () => number;
}) {
  const maker = (name: string, args: readonly unknown[]): Step => ({
    to: manifest.marketMaker,
    abi: makerAbi,
    name,
    args,
  });
  // Not the long tail: its many equal pairs would crowd out all other kinds.
  const good = new Set(
    manifest.tokens
      .filter(({ tier }) => tier !== "hostile" && tier !== "tail")
      .map(({ address }) => address),
  );
  const pools = manifest.pools.filter(({ token0, token1 }) => good.has(token0) && good.has(token1));
  const pick = <T>(list: readonly T[]): T => {
    const found = list[random() % list.length];
    if (found === undefined) throw new Error("Nothing to pick from.");
    return found;
  };
  const ofFamily = (family: DevnetPool["family"]) => pools.filter((pool) => pool.family === family);

  async function swapV2(): Promise<Step> {
    const { address } = pick(ofFamily("uniswap-v2"));
    const reserves = await read(rpc, { to: address, abi: pairAbi, name: "getReserves", args: [] });
    const zeroForOne = random() % 2 === 0;
    const reserve = reserves[zeroForOne ? 0 : 1] ?? 0n;
    return maker("swapV2", [address, zeroForOne, reserve / BigInt(50 + (random() % 1_000)) + 1n]);
  }

  async function swapV3(): Promise<Step> {
    const { address, token0, token1 } = pick(ofFamily("uniswap-v3"));
    const zeroForOne = random() % 2 === 0;
    const token = zeroForOne ? token0 : token1;
    const [held] = await read(rpc, {
      to: token,
      abi: erc20Abi,
      name: "balanceOf",
      args: [address],
    });
    const amount = (held ?? 0n) / BigInt(20 + (random() % 500)) + 1n;
    const limit = zeroForOne ? MIN_SQRT_RATIO + 1n : MAX_SQRT_RATIO - 1n;
    return maker("swapV3", [address, zeroForOne, amount, limit]);
  }

  function range(pool: DevnetPool, liquidity: bigint) {
    const spacing = pool.tickSpacing ?? 1;
    const lower = ((random() % 400) - 200) * spacing;
    return { lower, upper: lower + (1 + (random() % 300)) * spacing, liquidity };
  }

  /** A new position and the steps that take it away again, a part first. */
  function positions(): readonly Step[] {
    const pool = pick(ofFamily("uniswap-v3"));
    const wide = range(pool, 1_000_000n + BigInt(random()));
    const next = { ...wide, lower: wide.upper, upper: wide.upper + 10 * (pool.tickSpacing ?? 1) };
    return [
      maker("provideV3", [pool.address, [wide, next]]),
      maker("withdrawV3", [pool.address, { ...wide, liquidity: wide.liquidity / 3n }]),
      maker("withdrawV3", [pool.address, next]),
      // Collects fees only: a Burn of nothing, after which the pool must not look changed.
      maker("withdrawV3", [pool.address, { ...wide, liquidity: 0n }]),
    ];
  }

  async function newPools(): Promise<readonly Step[]> {
    const tokens = [...good].sort();
    const [a, b] = [pick(tokens), pick(tokens)].sort();
    if (a === undefined || b === undefined || a === b) return [];
    const pairs = factoryOf(pick(ofFamily("uniswap-v2")).venue, manifest.chainId);
    const v3 = factoryOf(pick(ofFamily("uniswap-v3")).venue, manifest.chainId);
    const fee = pick([500, 3_000, 10_000]);
    const create = { to: v3, abi: factoryAbi, args: [a, b, fee] };
    return [
      { to: pairs, abi: factoryAbi, name: "createPair", args: [a, b] },
      // Without a price, and one with a price and without liquidity.
      { ...create, name: "createPool" },
      maker("createV3", [v3, a, b, pick([100, 500, 3_000, 10_000]), 2n ** 96n + BigInt(random())]),
    ];
  }

  return {
    /**
     * Runs about `count` steps of all kinds. Steps that the contracts refuse (a pool that exists)
     * leave an empty block.
     *
     * @returns How many succeeded, by name.
     */
    async play(count: number): Promise<ReadonlyMap<string, number>> {
      const succeeded = new Map<string, number>();
      for (let done = 0; done < count; ) {
        const kind = random() % 10;
        let steps: readonly Step[];
        if (kind < 3) steps = [await swapV2()];
        else if (kind < 6) steps = [await swapV3()];
        else if (kind < 8) steps = positions();
        else if (kind < 9) steps = await newPools();
        else
          steps = [
            { to: pick(ofFamily("uniswap-v2")).address, abi: pairAbi, name: "sync", args: [] },
          ];
        for (const step of steps) {
          if (await send(rpc, step)) succeeded.set(step.name, (succeeded.get(step.name) ?? 0) + 1);
        }
        done += Math.max(1, steps.length);
      }
      return succeeded;
    },
  };
}
