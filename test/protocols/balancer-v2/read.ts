import { type Address, numberToHex, type PublicClient, parseAbiItem } from "viem";
import { BalancerV2RateProvider, BalancerV2Pool as poolAbi } from "../../../abis/BalancerV2Pool.ts";
import { BalancerV2PoolFactory } from "../../../abis/BalancerV2PoolFactory.ts";
import { BalancerV2FeesCollector, BalancerV2Vault } from "../../../abis/BalancerV2Vault.ts";
import { lower } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/balancer-v2/contracts.ts";
import { ellipseOf } from "../../../src/protocols/balancer-v2/ellipse.ts";
import { factoriesOf, type Maker, makerOf } from "../../../src/protocols/balancer-v2/makers.ts";
import {
  type Amplification,
  type BalancerV2Pool,
  isGyroKind,
  type WeightedYield,
} from "../../../src/protocols/balancer-v2/state.ts";
import type { TokenRate } from "../../../src/protocols/balancer-v2/token-rate.ts";
import { readBootstrapping } from "./read-bootstrapping.ts";
import { readGyro, readLiveRates } from "./read-gyro.ts";

const FIRST_VERSION = [parseAbiItem("function getLastInvariant() view returns (uint256)")] as const;
const erc20 = [parseAbiItem("function decimals() view returns (uint8)")] as const;

/**
 * Every pool of the known factories at the newest block by contract reads; only the course of an
 * amplification stands in logs alone.
 */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly BalancerV2Pool[]> {
  const states: BalancerV2Pool[] = [];
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const address = [...factoriesOf(contracts)];
    if (address.length === 0) continue;
    const logs = await client.getLogs({
      ...{ address, event: BalancerV2PoolFactory[0], fromBlock: 0n, toBlock: blockNumber },
      strict: true,
    });
    for (const { args, address: factory } of logs) {
      const pool = { address: lower(args.pool), vault: contracts.vault, slug };
      const maker = makerOf(contracts, lower(factory));
      const collector = contracts.first?.feesCollector ?? null;
      states.push(await readPool(client, { maker, collector, pool, blockNumber }));
    }
  }
  return states;
}

async function readPool(
  client: PublicClient,
  {
    maker: { kind, paysTokens, asksRates },
    collector,
    pool,
    blockNumber,
  }: {
    readonly maker: Maker;
    readonly collector: Address | null;
    readonly pool: { readonly address: Address; readonly vault: Address; readonly slug: string };
    readonly blockNumber: bigint;
  },
): Promise<BalancerV2Pool> {
  const { address, vault } = pool;
  const on = { abi: poolAbi, address, blockNumber } as const;
  const atVault = { abi: BalancerV2Vault, address: vault, blockNumber } as const;
  const id = await client.readContract({ ...on, functionName: "getPoolId" });
  const [held, totalSupply, swapFeeWad, protocolFeeWad, paused, vaultPaused] = await Promise.all([
    client.readContract({ ...atVault, functionName: "getPoolTokens", args: [id] }),
    client.readContract({ ...on, functionName: "totalSupply" }),
    client.readContract({ ...on, functionName: "getSwapFeePercentage" }),
    paysTokens && collector !== null
      ? client.readContract({
          ...{ abi: BalancerV2FeesCollector, address: collector, blockNumber },
          functionName: "getSwapFeePercentage",
        })
      : isGyroKind(kind) || kind === "bootstrapping"
        ? 0n
        : client.readContract({ ...on, functionName: "getProtocolFeePercentageCache", args: [0n] }),
    client.readContract({ ...on, functionName: "getPausedState" }),
    client.readContract({ ...atVault, functionName: "getPausedState" }),
  ]);
  const registered = held[0].map(lower);
  const own = registered.indexOf(address);
  const tokens = registered.filter((token) => token !== address);
  const decimals = await Promise.all(
    tokens.map((token) =>
      client.readContract({ abi: erc20, address: token, functionName: "decimals" }),
    ),
  );
  const state = {
    ...pool,
    ...{ id, updatedBlock: Number(blockNumber), tokens },
    balances: held[1].filter((_, i) => i !== own),
    scales: decimals.map((places) => 10n ** BigInt(18 - places)),
    ...{ swapFeeWad, protocolFeeWad },
    supply: totalSupply - (held[1][own] ?? 0n),
    pausedUntil: paused[0] ? Number(paused[2]) : 0,
    vaultPausedUntil: vaultPaused[0] ? Number(vaultPaused[2]) : 0,
    since: null,
  };
  if (isGyroKind(kind)) {
    const { shape, providers } = await readGyro(client, { kind, address, blockNumber });
    const rates = await readLiveRates(client, providers, blockNumber);
    const plain = { ...state, lastInvariant: 0n, rates };
    if (kind === "eclp") return { ...plain, kind, ellipse: ellipseOf(shape) };
    const [sqrtAlpha = 0n, sqrtBeta = 0n] = shape;
    return { ...plain, kind, range: { sqrtAlpha, sqrtBeta } };
  }
  if (kind === "bootstrapping") {
    const own = await readBootstrapping(client, { address, blockNumber });
    return { ...state, kind, version: 1, ...own };
  }
  if (kind === "weighted") {
    const [weights, lastInvariant, packed] = await Promise.all([
      client.readContract({ ...on, functionName: "getNormalizedWeights" }),
      paysTokens
        ? client.readContract({ ...on, abi: FIRST_VERSION, functionName: "getLastInvariant" })
        : client.readContract({ ...on, functionName: "getLastPostJoinExitInvariant" }),
      client.getLogs({ address, event: poolAbi[1], fromBlock: 0n, toBlock: blockNumber }),
    ]);
    const version = paysTokens ? 1 : packed.length > 0 ? 4 : 2;
    const earned = paysTokens ? null : await readYield(client, on);
    return { ...state, kind, weights, lastInvariant, version, yield: earned };
  }
  const amplification = await courseOf(client, address, blockNumber);
  const providers = asksRates
    ? await client.readContract({ ...on, functionName: "getRateProviders" })
    : [];
  const rateOf = paysTokens ? readFirstRate : readRate;
  const rates = await Promise.all(
    tokens.map((token) => rateOf(client, on, token, providers[registered.indexOf(token)])),
  );
  if (paysTokens) {
    const last = await lastOfFirst(client, on);
    return { ...state, kind, version: 1, amplification, ...last, yieldFeeWad: 0n, rates };
  }
  const [lastAmp, lastInvariant] = await client.readContract({
    ...on,
    functionName: "getLastJoinExitData",
  });
  const yieldFeeWad = await client.readContract({
    ...{ ...on, functionName: "getProtocolFeePercentageCache", args: [2n] },
  });
  const last = { lastAmp, lastInvariant };
  return { ...state, kind, version: 3, amplification, ...last, yieldFeeWad, rates };
}

/** Slots of a stable pool of the first version, which has no view of them; one with rates does. */
async function lastOfFirst(client: PublicClient, { address, blockNumber }: At) {
  const [lastInvariant, lastAmp] = await Promise.all(
    [10n, 11n].map(async (slot) =>
      BigInt((await client.getStorageAt({ address, slot: numberToHex(slot), blockNumber })) ?? 0),
    ),
  );
  return { lastInvariant: lastInvariant ?? 0n, lastAmp: lastAmp ?? 0n };
}

async function readYield(client: PublicClient, pool: At): Promise<WeightedYield | null> {
  const providers = await client.readContract({ ...pool, functionName: "getRateProviders" });
  if (providers.every((provider) => BigInt(provider) === 0n)) return null;
  const { blockNumber } = pool;
  const rates = providers.map((address) =>
    BigInt(address) === 0n
      ? null
      : client.readContract({
          ...{ abi: BalancerV2RateProvider, address, functionName: "getRate", blockNumber },
        }),
  );
  return {
    rates: await Promise.all(rates),
    athRateProduct: await client.readContract({ ...pool, functionName: "getATHRateProduct" }),
    feeWad: await client.readContract({
      ...{ ...pool, functionName: "getProtocolFeePercentageCache", args: [2n] },
    }),
  };
}

interface At {
  readonly abi: typeof poolAbi;
  readonly address: Address;
  readonly blockNumber: bigint;
}

async function readRate(
  client: PublicClient,
  pool: At,
  token: Address,
  provider: Address | undefined,
): Promise<TokenRate | null> {
  if (provider === undefined || BigInt(provider) === 0n) return null;
  const args = [token] as const;
  const [cache, isExempt, live] = await Promise.all([
    client.readContract({ ...pool, functionName: "getTokenRateCache", args }),
    client.readContract({ ...pool, functionName: "isTokenExemptFromYieldProtocolFee", args }),
    client.readContract({
      ...{ abi: BalancerV2RateProvider, address: provider, functionName: "getRate" },
      blockNumber: pool.blockNumber,
    }),
  ]);
  const [kept, old, duration, expires] = cache;
  return { kept, old, live, duration, expires, isExempt };
}

async function readFirstRate(
  client: PublicClient,
  pool: At,
  token: Address,
  provider: Address | undefined,
): Promise<TokenRate | null> {
  if (provider === undefined || BigInt(provider) === 0n) return null;
  const { blockNumber } = pool;
  const [[kept, duration, expires], live] = await Promise.all([
    client.readContract({ ...pool, functionName: "getPriceRateCache", args: [token] }),
    client.readContract({
      ...{ abi: BalancerV2RateProvider, address: provider, functionName: "getRate", blockNumber },
    }),
  ]);
  return { kept, old: null, live, duration, expires, isExempt: false };
}

/** The newest of a pool's amplification logs. */
async function courseOf(
  client: PublicClient,
  address: Address,
  blockNumber: bigint,
): Promise<Amplification> {
  const events = [poolAbi[4], poolAbi[5]] as const;
  const logs = await client.getLogs({
    ...{ address, events, fromBlock: 0n, toBlock: blockNumber },
    strict: true,
  });
  const last = logs.at(-1);
  if (last === undefined) throw new Error(`${address} has no amplification.`);
  if (last.eventName === "AmpUpdateStarted") return last.args;
  const { timestamp } = await client.getBlock({ blockNumber: last.blockNumber });
  const { currentValue: value } = last.args;
  return { startValue: value, endValue: value, startTime: timestamp, endTime: timestamp };
}
