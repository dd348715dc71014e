import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { setRate } from "../../../devnet/protocols/balancer-v2-pools.ts";
import {
  BALANCER_V3,
  balancerV3Abi,
  RATE_PROVIDERS,
} from "../../../devnet/protocols/balancer-v3.ts";
import { PERMIT2 } from "../../../src/lib/chains.ts";
import { MAX_UINT256 } from "../../../src/lib/math.ts";
import type { BalancerV3Pool } from "../../../src/protocols/balancer-v3/state.ts";
import { endow as endowTokens } from "../balancer-v2/shake.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const GAS = 3_000_000n;
const DAY = 86_400;
const ONE = 10n ** 18n;
const MAX_UINT160 = (1n << 160n) - 1n;
const MAX_UINT48 = 2 ** 48 - 1;

const routerAbi = parseAbi([
  "function swapSingleTokenExactIn(address pool, address tokenIn, address tokenOut, uint256 exactAmountIn, uint256 minAmountOut, uint256 deadline, bool wethIsEth, bytes userData) payable returns (uint256)",
  "function swapSingleTokenExactOut(address pool, address tokenIn, address tokenOut, uint256 exactAmountOut, uint256 maxAmountIn, uint256 deadline, bool wethIsEth, bytes userData) payable returns (uint256)",
  "function addLiquidityUnbalanced(address pool, uint256[] exactAmountsIn, uint256 minBptAmountOut, bool wethIsEth, bytes userData) payable returns (uint256)",
  "function addLiquidityProportional(address pool, uint256[] maxAmountsIn, uint256 exactBptAmountOut, bool wethIsEth, bytes userData) payable returns (uint256[])",
  "function removeLiquidityProportional(address pool, uint256 exactBptAmountIn, uint256[] minAmountsOut, bool wethIsEth, bytes userData) payable returns (uint256[])",
  "function removeLiquiditySingleTokenExactIn(address pool, uint256 exactBptAmountIn, address tokenOut, uint256 minAmountOut, bool wethIsEth, bytes userData) payable returns (uint256)",
]);
const tokenAbi = parseAbi(["function approve(address spender, uint256 value)"]);

/** Gives the operator plenty of every token, and the router the right to take it. */
export async function endow(chain: ProtocolChain, pools: readonly BalancerV3Pool[]): Promise<void> {
  await endowTokens(chain, pools);
  const { router } = BALANCER_V3;
  const queue = (to: Address, data: Hex) =>
    chain.builder.queue({ to, data, gas: GAS, label: `allowance of ${to}` });
  for (const token of new Set(pools.flatMap(({ tokens }) => tokens))) {
    queue(
      PERMIT2,
      encodeFunctionData({
        ...{ abi: balancerV3Abi, functionName: "approve" },
        args: [token, router, MAX_UINT160, MAX_UINT48],
      }),
    );
  }
  for (const { address } of pools) {
    queue(
      address,
      encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [router, MAX_UINT256] }),
    );
  }
  await chain.builder.flush();
}

/** Queues a call of the operator, unless it would revert. */
async function attempt(chain: ProtocolChain, to: Address, data: Hex): Promise<void> {
  const { operator } = chain.builder;
  const works = await chain.client.call({ account: operator, to, data }).then(
    () => true,
    () => false,
  );
  if (works) chain.builder.queue({ to, data, gas: GAS, label: `Balancer ${data.slice(0, 10)}` });
}

/** Changes one pool by a random real transaction, or lets time pass. */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const states = await read(chain.client, chain.chain.chainId);
  const state = states[Math.floor(random() * states.length)];
  if (state === undefined) throw new Error("There are no pools of Balancer V3 on the chain.");
  await recover(chain, states, random);
  if (random() < 0.4) await moveRate(chain, states, random);
  const roll = random();
  if (roll < 0.35) await attempt(chain, BALANCER_V3.router, tradeOf(state, random));
  else if (roll < 0.7) await attempt(chain, BALANCER_V3.router, joinOrExitOf(state, random));
  else if (roll < 0.86) await switchOne(chain, state, random);
  else if (roll < 0.9) await attempt(chain, BALANCER_V3.vault, poolCall("pausePool", state));
  else if (roll < 0.93) {
    const data = encodeFunctionData({ abi: balancerV3Abi, functionName: "pauseVault" });
    await attempt(chain, BALANCER_V3.vault, data);
  } else await moveAmplification(chain, states, random);
  await chain.builder.flush();
}

/** Pauses end soon. */
async function recover(
  chain: ProtocolChain,
  states: readonly BalancerV3Pool[],
  random: Random,
): Promise<void> {
  if (random() < 0.3 || !states.some(({ isPaused }) => isPaused)) return;
  const { vault } = BALANCER_V3;
  const unpause = encodeFunctionData({ abi: balancerV3Abi, functionName: "unpauseVault" });
  await attempt(chain, vault, unpause);
  for (const state of states) await attempt(chain, vault, poolCall("unpausePool", state));
  await chain.builder.flush();
}

function poolCall(
  functionName:
    | ("pausePool" | "unpausePool" | "enableRecoveryMode" | "disableRecoveryMode")
    | ("updateProtocolSwapFeePercentage" | "updateProtocolYieldFeePercentage"),
  { address }: BalancerV3Pool,
): Hex {
  return encodeFunctionData({ abi: balancerV3Abi, functionName, args: [address] });
}

/** Up to a quarter of what the pool has of a token or of shares. */
function amountOf(most: bigint, random: Random): bigint {
  const amount = randomAmount(random, 6, (most / 4n).toString().length);
  return amount > most / 4n ? most / 4n : amount;
}

function tradeOf({ address, tokens, balances }: BalancerV3Pool, random: Random): Hex {
  const from = Math.floor(random() * tokens.length);
  const to = (from + 1 + Math.floor(random() * (tokens.length - 1))) % tokens.length;
  const [tokenIn, tokenOut] = [tokens[from] ?? address, tokens[to] ?? address];
  if (random() < 0.6) {
    const amount = amountOf(balances[from] ?? 0n, random);
    return encodeFunctionData({
      ...{ abi: routerAbi, functionName: "swapSingleTokenExactIn" },
      args: [address, tokenIn, tokenOut, amount, 0n, MAX_UINT256, false, "0x"],
    });
  }
  const amount = amountOf(balances[to] ?? 0n, random);
  return encodeFunctionData({
    ...{ abi: routerAbi, functionName: "swapSingleTokenExactOut" },
    args: [address, tokenIn, tokenOut, amount, MAX_UINT256 >> 1n, MAX_UINT256, false, "0x"],
  });
}

function joinOrExitOf(state: BalancerV3Pool, random: Random): Hex {
  const { address, tokens, balances, supply } = state;
  const shares = amountOf(supply, random);
  const index = Math.floor(random() * tokens.length);
  const most = tokens.map(() => MAX_UINT256 >> 1n);
  const none = tokens.map(() => 0n);
  const amounts = balances.map((balance) => amountOf(balance, random));
  const way = Math.floor(random() * 5);
  const joins = { abi: routerAbi, functionName: "addLiquidityUnbalanced" } as const;
  if (way === 0) return encodeFunctionData({ ...joins, args: [address, amounts, 0n, false, "0x"] });
  if (way === 1) {
    const one = none.with(index, amounts[index] ?? 0n);
    return encodeFunctionData({ ...joins, args: [address, one, 0n, false, "0x"] });
  }
  if (way === 2) {
    return encodeFunctionData({
      ...{ abi: routerAbi, functionName: "addLiquidityProportional" },
      args: [address, most, shares, false, "0x"],
    });
  }
  if (way === 3) {
    return encodeFunctionData({
      ...{ abi: routerAbi, functionName: "removeLiquidityProportional" },
      args: [address, shares, none, false, "0x"],
    });
  }
  return encodeFunctionData({
    ...{ abi: routerAbi, functionName: "removeLiquiditySingleTokenExactIn" },
    args: [address, shares, tokens[index] ?? address, 1n, false, "0x"],
  });
}

/** Another fee, parts of fees, recovery mode, or settings of StableSurge. */
async function switchOne(
  chain: ProtocolChain,
  state: BalancerV3Pool,
  random: Random,
): Promise<void> {
  const { vault, feeController, surgeHook } = BALANCER_V3;
  const part = (most: number) => BigInt(Math.floor(random() * most)) * (ONE / 10_000n);
  const roll = random();
  if (roll < 0.3) {
    const fee = ONE / 100_000n + BigInt(Math.floor(random() * 900)) * (ONE / 10_000n / 10n);
    const data = encodeFunctionData({
      ...{ abi: balancerV3Abi, functionName: "setStaticSwapFeePercentage" },
      args: [state.address, fee],
    });
    return attempt(chain, vault, data);
  }
  if (roll < 0.6) {
    for (const functionName of [
      "setGlobalProtocolSwapFeePercentage",
      "setGlobalProtocolYieldFeePercentage",
    ] as const) {
      const args = [part(5_000)] as const;
      const data = encodeFunctionData({ abi: balancerV3Abi, functionName, args });
      await attempt(chain, feeController, data);
    }
    await chain.builder.flush();
    await attempt(chain, feeController, poolCall("updateProtocolSwapFeePercentage", state));
    return attempt(chain, feeController, poolCall("updateProtocolYieldFeePercentage", state));
  }
  if (roll < 0.8) {
    const name = random() < 0.5 ? "enableRecoveryMode" : "disableRecoveryMode";
    return attempt(chain, vault, poolCall(name, state));
  }
  const args = [state.address, part(5_000) + ONE / 20n, part(9_000)] as const;
  const data = encodeFunctionData({ abi: balancerV3Abi, functionName: "set", args });
  return attempt(chain, surgeHook, data);
}

/** Another rate, mostly higher, by up to a hundredth. */
async function moveRate(
  chain: ProtocolChain,
  states: readonly BalancerV3Pool[],
  random: Random,
): Promise<void> {
  const { address, wad } = random() < 0.5 ? RATE_PROVIDERS.wstETH : RATE_PROVIDERS.rETH;
  const change = BigInt(Math.floor((random() - 0.2) * 1e16));
  const rates = states.flatMap(({ rates }) => rates).filter((rate) => rate !== ONE);
  const before = rates.find((rate) => rate > (wad * 9n) / 10n && rate < (wad * 21n) / 20n) ?? wad;
  await setRate(chain.builder.rpc, address, before + (before * change) / ONE);
}

async function moveAmplification(
  chain: ProtocolChain,
  states: readonly BalancerV3Pool[],
  random: Random,
): Promise<void> {
  const state = states.find(({ kind }) => kind === "stable");
  if (state?.kind !== "stable") return;
  const { timestamp } = await chain.client.getBlock();
  const now = state.amplification.endValue / 1_000n;
  const target = random() < 0.5 ? (now * 3n) / 2n : (now * 2n) / 3n;
  const data =
    random() < 0.7
      ? encodeFunctionData({
          ...{ abi: balancerV3Abi, functionName: "startAmplificationParameterUpdate" },
          args: [target, timestamp + BigInt(DAY + 3_600)],
        })
      : encodeFunctionData({
          ...{ abi: balancerV3Abi, functionName: "stopAmplificationParameterUpdate" },
        });
  await attempt(chain, state.address, data);
  await chain.builder.flush();
  await chain.node.request({
    method: "anvil_mine",
    params: [numberToHex(1), numberToHex(Math.floor((random() * DAY) / 4) + 1)],
  });
}
