import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { SUSHISWAP_V2_FACTORY } from "../../../devnet/protocols/sushiswap-v2.ts";
import { UNISWAP_V2_FACTORY } from "../../../devnet/protocols/uniswap-v2.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { quoteSwap } from "../../../src/protocols/uniswap-v2/swap.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const FEE_TO: Address = "0x00000000000000000000000000000000000fee00";
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);
const factoryAbi = parseAbi([
  "function createPair(address tokenA, address tokenB)",
  "function setFeeTo(address)",
]);
const pairAbi = parseAbi([
  "function mint(address to)",
  "function burn(address to)",
  "function sync()",
  "function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)",
  "function transfer(address to, uint256 value)",
  "function balanceOf(address) view returns (uint256)",
]);

/**
 * Three pairs: of equal and of unequal decimals, and one so shallow that amounts round to nothing.
 */
export const pairs: DevnetProtocol = {
  slug: "test-pairs",
  deploy: () => Promise.resolve(),
  async seed({ builder, tokens }) {
    for (const [factory, a, b] of [
      [UNISWAP_V2_FACTORY, "USDC", "DAI"],
      [UNISWAP_V2_FACTORY, "rETH", "DAI"],
      [SUSHISWAP_V2_FACTORY, "USDC", "wstETH"],
    ] as const) {
      const args = [tokenBySymbol(tokens, a).address, tokenBySymbol(tokens, b).address] as const;
      const data = encodeFunctionData({ abi: factoryAbi, functionName: "createPair", args });
      builder.queue({ to: factory, gas: 4_000_000n, label: `pair of ${a} and ${b}`, data });
    }
    await builder.flush();
  },
};

const FIRST: readonly (readonly [bigint, bigint])[] = [
  [10n ** 24n, 10n ** 12n],
  [9_000n, 40_000n],
  [3n * 10n ** 20n, 10n ** 12n],
];

/**
 * Real changes of every pair: the first mint, then trades, mints, burns, gifts and switches of the
 * protocol's fee.
 */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  if (random() < 0.1) queueSwitch(chain, UNISWAP_V2_FACTORY, random() < 0.6);
  if (random() < 0.03) queueSwitch(chain, SUSHISWAP_V2_FACTORY, random() < 0.6);
  await chain.builder.flush();
  for (const [n, pair] of (await read(chain.client, 1)).entries()) {
    await changePair(chain, pair, { random, first: FIRST[n] ?? [10n ** 18n, 10n ** 18n] });
  }
  await chain.builder.flush();
}

/** Switches the protocol's fee of a factory, whose owner the operator is. */
export function queueSwitch(chain: ProtocolChain, factory: Address, isOn: boolean): void {
  const to = isOn ? FEE_TO : "0x0000000000000000000000000000000000000000";
  const data = encodeFunctionData({ abi: factoryAbi, functionName: "setFeeTo", args: [to] });
  queue(chain, factory, data);
}

export function queueMint(chain: ProtocolChain, pair: UniswapV2Pool, amounts: readonly bigint[]) {
  give(chain, pair.token0, pair.address, amounts[0] ?? 0n);
  give(chain, pair.token1, pair.address, amounts[1] ?? 0n);
  const args = [chain.builder.operator] as const;
  queue(chain, pair.address, encodeFunctionData({ abi: pairAbi, functionName: "mint", args }));
}

export function queueBurn(chain: ProtocolChain, pair: UniswapV2Pool, shares: bigint): void {
  const args = [pair.address, shares] as const;
  const transfer = encodeFunctionData({ abi: pairAbi, functionName: "transfer", args });
  queue(chain, pair.address, transfer);
  const to = [chain.builder.operator] as const;
  queue(chain, pair.address, encodeFunctionData({ abi: pairAbi, functionName: "burn", args: to }));
}

export function queueSwap(
  chain: ProtocolChain,
  pair: UniswapV2Pool,
  { zeroForOne, amountIn }: { readonly zeroForOne: boolean; readonly amountIn: bigint },
): void {
  const quoted = quoteSwap(pair, zeroForOne, amountIn);
  if (!quoted.ok) return;
  give(chain, zeroForOne ? pair.token0 : pair.token1, pair.address, amountIn);
  const outs = zeroForOne ? ([0n, quoted.amountOut] as const) : ([quoted.amountOut, 0n] as const);
  const args = [...outs, chain.builder.operator, "0x"] as const;
  queue(chain, pair.address, encodeFunctionData({ abi: pairAbi, functionName: "swap", args }));
}

/** Tokens that become reserve without a trade. */
export function queueGift(chain: ProtocolChain, pair: UniswapV2Pool, amount: bigint): void {
  give(chain, pair.token0, pair.address, amount);
  queue(chain, pair.address, encodeFunctionData({ abi: pairAbi, functionName: "sync" }));
}

async function changePair(
  chain: ProtocolChain,
  pair: UniswapV2Pool,
  { random, first }: { readonly random: Random; readonly first: readonly bigint[] },
): Promise<void> {
  const { reserve0, reserve1, address } = pair;
  if (reserve0 === 0n) return queueMint(chain, pair, first);
  const kind = random();
  const part = (whole: bigint) => (whole * BigInt(1 + Math.floor(random() * 400))) / 1_000n;
  if (kind < 0.45) {
    const zeroForOne = random() < 0.5;
    queueSwap(chain, pair, { zeroForOne, amountIn: part(zeroForOne ? reserve0 : reserve1) + 1n });
  } else if (kind < 0.65) {
    const thousandths = BigInt(1 + Math.floor(random() * 400));
    const amounts = [reserve0, reserve1].map((whole) => (whole * thousandths) / 1_000n);
    if (amounts.every((amount) => amount > 100n)) queueMint(chain, pair, amounts);
  } else if (kind < 0.85) {
    const owner = [chain.builder.operator] as const;
    const get = { address, abi: pairAbi, functionName: "balanceOf", args: owner } as const;
    const shares = part(await chain.client.readContract(get));
    if (shares > 2_000n) queueBurn(chain, pair, shares);
  } else if (kind < 0.95) {
    queueGift(chain, pair, randomAmount(random, 1, Math.max(1, String(reserve0).length - 1)));
  }
}

function give(chain: ProtocolChain, token: Address, to: Address, amount: bigint): void {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "mint", args: [to, amount] });
  queue(chain, token, data);
}

function queue({ builder }: ProtocolChain, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: 400_000n, label: `${data.slice(0, 10)} of ${to}` });
}
