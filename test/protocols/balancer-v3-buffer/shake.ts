import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from "viem";
import { BalancerV3BatchRouter } from "../../../abis/BalancerV3Buffers.ts";
import { BALANCER_V3, balancerV3Abi } from "../../../devnet/protocols/balancer-v3.ts";
import { BUFFER_ROUTERS, buffersAbi } from "../../../devnet/protocols/balancer-v3-buffers.ts";
import { PERMIT2 } from "../../../src/lib/chains.ts";
import { MAX_UINT128, MAX_UINT256, max } from "../../../src/lib/math.ts";
import type { BalancerV3Buffer } from "../../../src/protocols/balancer-v3-buffer/pool.ts";
import { edges, maxIn } from "../../../src/protocols/balancer-v3-buffer/pool.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { randomAmount } from "../chain.ts";
import { shakeVault } from "../erc4626/shake.ts";
import type { Random } from "../on-chain.ts";
import { type ProtocolChain, passTime } from "../protocol-chain.ts";
import { read } from "./read.ts";

const GAS = 3_000_000n;
const MAX_UINT160 = (1n << 160n) - 1n;
const MAX_UINT48 = 2 ** 48 - 1;
const tokenAbi = parseAbi([
  "function approve(address spender, uint256 value)",
  "function mint(address to, uint256 value)",
  "function transfer(address to, uint256 value)",
]);

/** Gives the operator assets, and the router of buffers the right to take assets and shares. */
export async function endow(
  chain: ProtocolChain,
  buffers: readonly Pick<BalancerV3Buffer, "asset" | "wrapped">[],
): Promise<void> {
  const { operator } = chain.builder;
  for (const { asset, wrapped } of buffers) {
    const plenty = [operator, 10n ** 26n] as const;
    send(chain, asset, encodeFunctionData({ abi: tokenAbi, functionName: "mint", args: plenty }));
    for (const token of [asset, wrapped]) {
      for (const amount of [0n, MAX_UINT256]) {
        const args = [PERMIT2, amount] as const;
        send(chain, token, encodeFunctionData({ abi: tokenAbi, functionName: "approve", args }));
      }
      const args = [token, BUFFER_ROUTERS.bufferRouter, MAX_UINT160, MAX_UINT48] as const;
      const of = { abi: balancerV3Abi, functionName: "approve", args } as const;
      send(chain, PERMIT2, encodeFunctionData(of));
    }
  }
  await chain.builder.flush();
}

function send(chain: ProtocolChain, to: Address, data: Hex): void {
  chain.builder.queue({ to, data, gas: GAS, label: `buffers ${data.slice(0, 10)} of ${to}` });
}

/** Makes a call of the operator, unless it would revert. */
async function attempt(chain: ProtocolChain, to: Address, data: Hex): Promise<boolean> {
  const { operator } = chain.builder;
  const works = await chain.client.call({ account: operator, to, data, gas: GAS }).then(
    () => true,
    () => false,
  );
  if (works) send(chain, to, data);
  await chain.builder.flush();
  return works;
}

/** A trade of the operator by the router of paths; false where the vault refuses it. */
export async function trade(
  chain: ProtocolChain,
  { wrapped, vault, batchRouter }: BalancerV3Buffer,
  { tokenIn, tokenOut, amountIn }: Pick<Edge, "tokenIn" | "tokenOut"> & { amountIn: bigint },
): Promise<boolean> {
  const held = await chain.client.readContract({
    ...{ abi: erc20Abi, address: tokenIn, functionName: "balanceOf" },
    args: [chain.builder.operator],
  });
  if (held < amountIn) return false;
  const paid = [vault, amountIn] as const;
  send(chain, tokenIn, encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: paid }));
  await chain.builder.flush();
  const steps = [{ pool: wrapped, tokenOut, isBuffer: true }];
  const path = { tokenIn, steps, exactAmountIn: amountIn, minAmountOut: 0n };
  const data = encodeFunctionData({
    ...{ abi: BalancerV3BatchRouter, functionName: "swapExactIn" },
    args: [[path], MAX_UINT256, "0x"],
  });
  return attempt(chain, batchRouter, data);
}

/**
 * Changes the vaults that buffers wrap, or pauses the vault that keeps the buffers, by random real
 * transactions: what other families' activity does not expect.
 */
export async function shakeAround(chain: ProtocolChain, random: Random): Promise<void> {
  const unpause = encodeFunctionData({ abi: balancerV3Abi, functionName: "unpauseVault" });
  await attempt(chain, BALANCER_V3.vault, unpause);
  for (const { wrapper } of await read(chain.client, chain.chain.chainId)) {
    if (wrapper !== null && random() < 0.4) await shakeVault(chain, wrapper, random);
  }
  await chain.builder.flush();
  if (random() > 0.1) return;
  const pause = encodeFunctionData({ abi: balancerV3Abi, functionName: "pauseVault" });
  await attempt(chain, BALANCER_V3.vault, pause);
}

/** Changes one buffer, or all of them, by random real transactions, or lets time pass. */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  await recover(chain, random);
  const states = await read(chain.client, chain.chain.chainId);
  const state = states[Math.floor(random() * states.length)];
  if (state === undefined) throw new Error("There are no buffers of Balancer V3 on the chain.");
  const roll = random();
  if (roll < 0.5) await tradeSome(chain, state, random);
  else if (roll < 0.62) await addLiquidity(chain, state, random);
  else if (roll < 0.74) await removeLiquidity(chain, state, random);
  else if (roll < 0.82) await attempt(chain, BALANCER_V3.vault, switchOf("pauseVaultBuffers"));
  else await passTime(chain, Math.floor(random() * 80_000));
  await chain.builder.flush();
}

/** Pauses end soon. */
async function recover(chain: ProtocolChain, random: Random): Promise<void> {
  if (random() < 0.3) return;
  await attempt(chain, BALANCER_V3.vault, switchOf("unpauseVaultBuffers"));
}

function switchOf(functionName: "pauseVaultBuffers" | "unpauseVaultBuffers"): Hex {
  return encodeFunctionData({ abi: buffersAbi, functionName });
}

/** Within the buffer, at its very end, or beyond it, where the vault wraps or unwraps itself. */
async function tradeSome(
  chain: ProtocolChain,
  state: BalancerV3Buffer,
  random: Random,
): Promise<void> {
  const { number, timestamp } = await chain.client.getBlock();
  const edge = edges(state)[random() < 0.5 ? 0 : 1];
  if (edge === undefined) return;
  const most = maxIn(state, edge, { number: number + 1n, timestamp });
  const kind = random();
  const within = randomAmount(random, 5, most.toString().length);
  const amountIn = kind < 0.5 ? within : kind < 0.65 ? most : most + within + 20_000n;
  await trade(chain, state, { ...edge, amountIn: max(1n, amountIn) });
}

async function addLiquidity(
  chain: ProtocolChain,
  { wrapped, assetBalance }: BalancerV3Buffer,
  random: Random,
): Promise<void> {
  const issued = randomAmount(random, 5, max(assetBalance, 10n ** 6n).toString().length);
  const data = encodeFunctionData({
    ...{ abi: buffersAbi, functionName: "addLiquidityToBuffer" },
    args: [wrapped, MAX_UINT128, MAX_UINT128, issued],
  });
  await attempt(chain, BUFFER_ROUTERS.bufferRouter, data);
}

async function removeLiquidity(
  chain: ProtocolChain,
  { wrapped, vault }: BalancerV3Buffer,
  random: Random,
): Promise<void> {
  const owned = await chain.client.readContract({
    ...{ abi: buffersAbi, address: vault, functionName: "getBufferOwnerShares" },
    args: [wrapped, chain.builder.operator],
  });
  const part = (owned * BigInt(Math.floor(random() * 60))) / 100n;
  const data = encodeFunctionData({
    ...{ abi: buffersAbi, functionName: "removeLiquidityFromBuffer" },
    args: [wrapped, part, 0n, 0n],
  });
  await attempt(chain, vault, data);
}
