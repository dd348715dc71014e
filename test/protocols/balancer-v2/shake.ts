import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { BalancerV2Pool } from "../../../abis/BalancerV2Pool.ts";
import { BalancerV2Vault } from "../../../abis/BalancerV2Vault.ts";
import { balancerV2Abi } from "../../../devnet/protocols/balancer-v2.ts";
import { setRate } from "../../../devnet/protocols/balancer-v2-pools.ts";
import { lower } from "../../../src/lib/address.ts";
import { MAX_UINT256 } from "../../../src/lib/math.ts";
import {
  type GyroPool,
  isComposable,
  isFirst,
  isGyro,
  type BalancerV2Pool as PoolState,
} from "../../../src/protocols/balancer-v2/state.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import { mineAfter, type ProtocolChain } from "../protocol-chain.ts";
import { deploymentOn, govern, setPaused, setVaultPaused, toggleRecovery } from "./govern.ts";
import { amountOf, joinOrExitData } from "./joins.ts";
import { read } from "./read.ts";
import { readGyro } from "./read-gyro.ts";
import { steer } from "./shake-bootstrapping.ts";

const GAS = 3_000_000n;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const ONE = 10n ** 18n;

const mintAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function deposit() payable",
]);

/** Queues a call of the operator, unless it would revert. */
async function attempt(
  chain: ProtocolChain,
  call: { readonly to: Address; readonly data: Hex },
): Promise<boolean> {
  const { operator } = chain.builder;
  const works = await chain.client.call({ account: operator, ...call }).then(
    () => true,
    () => false,
  );
  if (works)
    chain.builder.queue({ ...call, gas: GAS, label: `Balancer ${call.data.slice(0, 10)}` });
  return works;
}

/** Gives the operator plenty of every token that the pools hold. */
export async function endow(
  chain: ProtocolChain,
  pools: readonly Pick<PoolState, "tokens">[],
): Promise<void> {
  const { builder } = chain;
  const wrapped = lower(builder.spec.wrappedNative.address);
  const amount = 10n ** 31n;
  await builder.rpc.request("anvil_setBalance", [builder.operator, numberToHex(amount * 2n)]);
  for (const token of new Set(pools.flatMap(({ tokens }) => tokens))) {
    const data =
      token === wrapped
        ? encodeFunctionData({ abi: mintAbi, functionName: "deposit" })
        : encodeFunctionData({
            abi: mintAbi,
            functionName: "mint",
            args: [builder.operator, amount],
          });
    const value = token === wrapped ? { value: amount } : {};
    builder.queue({ to: token, data, ...value, gas: GAS, label: `mint of ${token}` });
  }
  await builder.flush();
}

/** Changes one pool by a random real transaction, or lets time pass. */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const states = await read(chain.client, chain.chain.chainId);
  const state = states[Math.floor(random() * states.length)];
  if (state === undefined) throw new Error("There are no pools of Balancer V2 on the chain.");
  await recover(chain, states, random);
  if (random() < 0.3) await moveRate(chain, states, random);
  await steer(chain, states, { random, attempt: (call) => attempt(chain, call) });
  await chain.builder.flush();
  const roll = random();
  if (roll < 0.3) await trade(chain, state, random);
  else if (roll < 0.75) {
    const data = joinOrExitData(state, chain.builder.operator, random);
    await attempt(chain, { to: state.vault, data });
  } else if (roll < 0.8) await chargeFee(chain, state, random);
  else if (roll < 0.84) await chargeProtocolFee(chain, state, random);
  else if (roll < 0.88) await toggleRecovery(chain, state);
  else if (roll < 0.91) await setPaused(chain, state, "pause");
  else if (roll < 0.93) await setVaultPaused(chain, true);
  else if (roll < 0.97) await moveAmplification(chain, states, random);
  else await mineAfter(chain, Math.floor(random() * DAY));
  await chain.builder.flush();
}

/** Pauses end soon. */
async function recover(
  chain: ProtocolChain,
  states: readonly PoolState[],
  random: Random,
): Promise<void> {
  if (random() < 0.3) return;
  if (states.some(({ vaultPausedUntil }) => vaultPausedUntil > 0)) {
    await setVaultPaused(chain, false);
  }
  for (const state of states) {
    if (state.pausedUntil > 0) await setPaused(chain, state, "unpause");
  }
}

async function trade(chain: ProtocolChain, state: PoolState, random: Random): Promise<void> {
  const registered = isComposable(state) ? [...state.tokens, state.address] : state.tokens;
  const assetIn = registered[Math.floor(random() * registered.length)];
  const others = registered.filter((token) => token !== assetIn);
  const assetOut = others[Math.floor(random() * others.length)];
  if (assetIn === undefined || assetOut === undefined) return;
  const kind = random() < 0.6 ? 0 : 1;
  const amount = amountOf(state, kind === 0 ? assetIn : assetOut, random);
  const { operator } = chain.builder;
  const single = { poolId: state.id, kind, assetIn, assetOut, amount, userData: "0x" } as const;
  const funds = {
    ...{ sender: operator, fromInternalBalance: false },
    ...{ recipient: operator, toInternalBalance: false },
  };
  const limit = kind === 0 ? 0n : MAX_UINT256;
  await attempt(chain, {
    to: state.vault,
    data: encodeFunctionData({
      abi: BalancerV2Vault,
      functionName: "swap",
      args: [single, funds, limit, MAX_UINT256],
    }),
  });
}

async function chargeFee(chain: ProtocolChain, state: PoolState, random: Random): Promise<void> {
  const fee = 10n ** 12n + randomAmount(random, 12, 16);
  await attempt(chain, {
    to: state.address,
    data: encodeFunctionData({
      abi: balancerV2Abi,
      functionName: "setSwapFeePercentage",
      args: [fee],
    }),
  });
}

async function chargeProtocolFee(
  chain: ProtocolChain,
  state: PoolState,
  random: Random,
): Promise<void> {
  const collector = await chain.client.readContract({
    ...{ abi: balancerV2Abi, address: state.vault },
    functionName: "getProtocolFeesCollector",
  });
  const fee = (ONE * BigInt(Math.floor(random() * 50))) / 100n;
  const data = encodeFunctionData({
    abi: balancerV2Abi,
    functionName: "setSwapFeePercentage",
    args: [fee],
  });
  await govern(chain, { to: collector, data });
  const yieldFee = (ONE * BigInt(Math.floor(random() * 90))) / 100n;
  await govern(chain, {
    to: deploymentOn(chain).feesProvider,
    data: encodeFunctionData({
      ...{ abi: balancerV2Abi, functionName: "setFeeTypePercentage", args: [2n, yieldFee] },
    }),
  });
  await attempt(chain, {
    to: state.address,
    data: encodeFunctionData({
      abi: balancerV2Abi,
      functionName: "updateProtocolFeePercentageCache",
    }),
  });
}

/** Another rate, or the pool asks for it, or keeps rates for another time. */
async function moveRate(
  chain: ProtocolChain,
  states: readonly PoolState[],
  random: Random,
): Promise<void> {
  const rated = states.flatMap((state) =>
    liveRatesOf(state).flatMap((live, i) =>
      live === null ? [] : [{ live, state, token: state.tokens[i] ?? state.address }],
    ),
  );
  const one = rated[Math.floor(random() * rated.length)];
  if (one === undefined) return;
  const { live, state, token } = one;
  const provider = isGyro(state)
    ? await gyroProviderOf(chain, state, token)
    : await providerOf(chain, state.address, token);
  if (random() < 0.7) {
    // Mostly up, now and then down, by up to a hundredth.
    const change = BigInt(Math.floor((random() - 0.2) * 1e16));
    await setRate(chain.builder.rpc, provider, live + (live * change) / ONE);
  }
  const roll = random();
  const [update, setDuration] = isFirst(state)
    ? (["updatePriceRateCache", "setPriceRateCacheDuration"] as const)
    : (["updateTokenRateCache", "setTokenRateCacheDuration"] as const);
  const seconds = BigInt(Math.floor(random() * 4 * HOUR));
  const call =
    roll < 0.3
      ? encodeFunctionData({ abi: balancerV2Abi, functionName: update, args: [token] })
      : roll < 0.5
        ? encodeFunctionData({
            ...{ abi: balancerV2Abi, functionName: setDuration, args: [token, seconds] },
          })
        : null;
  if (call !== null) await attempt(chain, { to: state.address, data: call });
  await chain.builder.flush();
}

/** What providers say, by token; null where there is none. */
function liveRatesOf(state: PoolState): readonly (bigint | null)[] {
  if (state.kind === "weighted") return state.yield?.rates ?? [];
  if (state.kind === "bootstrapping") return [];
  if (isGyro(state)) return state.rates;
  return state.rates.map((rate) => rate?.live ?? null);
}

async function gyroProviderOf(
  { client }: ProtocolChain,
  { kind, address, tokens }: GyroPool,
  token: Address,
): Promise<Address> {
  const { providers } = await readGyro(client, { kind, address });
  return providers[tokens.indexOf(token)] ?? token;
}

async function providerOf(chain: ProtocolChain, pool: Address, token: Address): Promise<Address> {
  const on = { abi: BalancerV2Pool, address: pool } as const;
  const id = await chain.client.readContract({ ...on, functionName: "getPoolId" });
  const providers = await chain.client.readContract({ ...on, functionName: "getRateProviders" });
  const [tokens] = await chain.client.readContract({
    ...{ abi: BalancerV2Vault, address: deploymentOn(chain).vault },
    ...{ functionName: "getPoolTokens", args: [id] },
  });
  return providers[tokens.findIndex((each) => lower(each) === token)] ?? token;
}

async function moveAmplification(
  chain: ProtocolChain,
  states: readonly PoolState[],
  random: Random,
): Promise<void> {
  const stable = states.filter((state) => state.kind === "stable");
  const state = stable[Math.floor(random() * stable.length)];
  if (state === undefined) return;
  const { timestamp } = await chain.client.getBlock();
  const now = state.amplification.endValue / 1_000n;
  const target = random() < 0.5 ? (now * 3n) / 2n : (now * 2n) / 3n;
  const stop = encodeFunctionData({
    abi: balancerV2Abi,
    functionName: "stopAmplificationParameterUpdate",
  });
  const start = encodeFunctionData({
    abi: balancerV2Abi,
    functionName: "startAmplificationParameterUpdate",
    args: [target, timestamp + BigInt(DAY + HOUR)],
  });
  const begun = await attempt(chain, { to: state.address, data: start });
  if (!begun && random() < 0.5) await attempt(chain, { to: state.address, data: stop });
  await chain.builder.flush();
  await mineAfter(chain, Math.floor((random() * DAY) / 4));
}
