import { type Address, erc20Abi, type PublicClient, parseEventLogs, slice } from "viem";
import { BalancerV2BootstrappingPool } from "../../../abis/BalancerV2BootstrappingPool.ts";
import {
  BalancerV2Share,
  BalancerV2TypedFees,
  BalancerV2Pool as poolAbi,
} from "../../../abis/BalancerV2Pool.ts";
import { BalancerV2PoolFactory } from "../../../abis/BalancerV2PoolFactory.ts";
import { BalancerV2Vault } from "../../../abis/BalancerV2Vault.ts";
import { lower } from "../../../src/lib/address.ts";
import {
  swapsSwitched,
  weightsScheduled,
} from "../../../src/protocols/balancer-v2/bootstrapping-transitions.ts";
import type { BalancerV2Contracts } from "../../../src/protocols/balancer-v2/contracts.ts";
import {
  collectedFeeChanged,
  feesPacked,
  feeTyped,
  recoveryChanged,
} from "../../../src/protocols/balancer-v2/fee-transitions.ts";
import { type Maker, makerOf } from "../../../src/protocols/balancer-v2/makers.ts";
import {
  priceRateDurationSet,
  priceRateKept,
  rateDurationSet,
  rateKept,
} from "../../../src/protocols/balancer-v2/rate-transitions.ts";
import { isGyroKind } from "../../../src/protocols/balancer-v2/state.ts";
import {
  ampChanged,
  balanceChanged,
  described,
  feeChanged,
  type PoolRow,
  pauseEnd,
  registered,
  swapped,
  tokensRegistered,
  transferred,
  unregistered,
} from "../../../src/protocols/balancer-v2/transitions.ts";
import { readGyro } from "./read-gyro.ts";

const abi = [
  ...BalancerV2Vault.filter((item) => item.type === "event"),
  ...poolAbi.filter((item) => item.type === "event" && item.name !== "PausedStateChanged"),
  ...BalancerV2PoolFactory,
  ...BalancerV2Share,
  ...BalancerV2BootstrappingPool.filter((item) => item.type === "event"),
];

/** The rows that all logs of a chain give, as the handlers fold them; by pool. */
export async function fold(
  client: PublicClient,
  contracts: BalancerV2Contracts,
): Promise<ReadonlyMap<Address, PoolRow>> {
  const rows = new Map<Address, PoolRow>();
  const change = (address: Address, transition: (row: PoolRow) => PoolRow) => {
    const row = rows.get(lower(address));
    if (row !== undefined) rows.set(lower(address), transition(row));
  };
  const start = (address: Address, block: number, transition: (row: PoolRow) => PoolRow) => {
    const row = rows.get(lower(address)) ?? unregistered(lower(address), block);
    rows.set(lower(address), transition(row));
  };
  const times = new Map<bigint, number>();
  let collectedFeeWad = 0n;
  for (const log of await client.getLogs({ fromBlock: 0n, toBlock: "latest" })) {
    if (!times.has(log.blockNumber)) {
      const { timestamp } = await client.getBlock({ blockNumber: log.blockNumber });
      times.set(log.blockNumber, Number(timestamp));
    }
    const block = Number(log.blockNumber);
    const at = { block, timestamp: times.get(log.blockNumber) ?? 0 };
    const [typed] = parseEventLogs({ abi: BalancerV2TypedFees, logs: [log] });
    if (typed !== undefined) change(log.address, (row) => feeTyped(row, typed.args, at));
    const [event] = parseEventLogs({ abi, logs: [log] });
    if (event === undefined) continue;
    const known = (poolId: Address, transition: (row: PoolRow) => PoolRow) =>
      change(slice(poolId, 0, 20), transition);
    switch (event.eventName) {
      case "PoolRegistered": {
        const { poolId, poolAddress } = event.args;
        const pool = { poolId, vault: contracts.vault, slug: "balancer-v2" };
        start(poolAddress, block, (row) => registered(row, pool, block));
        break;
      }
      case "TokensRegistered":
        known(event.args.poolId, (row) => tokensRegistered(row, event.args.tokens, block));
        break;
      case "PoolCreated":
        await describePool(client, event.args.pool, {
          ...{ contracts, log, change, block, collectedFeeWad },
        });
        break;
      case "Swap":
        known(event.args.poolId, (row) => swapped(row, event.args, at));
        break;
      case "PoolBalanceChanged":
        known(event.args.poolId, (row) => balanceChanged(row, event.args, at));
        break;
      case "Transfer":
        change(log.address, (row) => transferred(row, event.args, block));
        break;
      case "SwapFeePercentageChanged":
        if (lower(log.address) === contracts.first?.feesCollector) {
          const { swapFeePercentage: feeWad } = event.args;
          collectedFeeWad = feeWad;
          for (const [pool, row] of rows) {
            if (row.paysTokens) rows.set(pool, collectedFeeChanged(row, feeWad, block));
          }
          break;
        }
        start(log.address, block, (row) => feeChanged(row, event.args.swapFeePercentage, block));
        break;
      case "ProtocolFeePercentageCacheUpdated":
        change(log.address, (row) => feesPacked(row, event.args.feeCache, at));
        break;
      case "RecoveryModeStateChanged":
        change(log.address, (row) => recoveryChanged(row, event.args.enabled, at));
        break;
      case "TokenRateCacheUpdated":
        change(log.address, (row) => rateKept(row, event.args, at));
        break;
      case "TokenRateProviderSet":
        change(log.address, (row) => rateDurationSet(row, event.args, at));
        break;
      case "PriceRateCacheUpdated":
        change(log.address, (row) => priceRateKept(row, event.args, at));
        break;
      case "PriceRateProviderSet":
        change(log.address, (row) => priceRateDurationSet(row, event.args, at));
        break;
      case "GradualWeightUpdateScheduled":
        change(log.address, (row) => weightsScheduled(row, event.args, block));
        break;
      case "SwapEnabledSet":
        change(log.address, (row) => swapsSwitched(row, event.args.swapEnabled, block));
        break;
      case "AmpUpdateStarted":
        change(log.address, (row) => ampChanged(row, event.args, block));
        break;
      case "AmpUpdateStopped": {
        const { currentValue } = event.args;
        const time = BigInt(at.timestamp);
        change(log.address, (row) =>
          ampChanged(
            row,
            {
              ...{ startValue: currentValue, endValue: currentValue },
              ...{ startTime: time, endTime: time },
            },
            block,
          ),
        );
        break;
      }
      case "PausedStateChanged":
        await pause(client, { log, paused: event.args.paused, rows, contracts });
    }
  }
  return rows;
}

async function describePool(
  client: PublicClient,
  address: Address,
  {
    contracts,
    log,
    change,
    block,
    collectedFeeWad,
  }: {
    readonly contracts: BalancerV2Contracts;
    readonly log: { readonly address: Address };
    readonly change: (address: Address, transition: (row: PoolRow) => PoolRow) => void;
    readonly block: number;
    readonly collectedFeeWad: bigint;
  },
): Promise<void> {
  const maker = makerOf(contracts, lower(log.address));
  const pool = { abi: poolAbi, address } as const;
  const facts = {
    ...maker,
    ...(await scalingOf(client, address, { vault: contracts.vault, ...maker })),
    weights:
      maker.kind === "weighted"
        ? await client.readContract({ ...pool, functionName: "getNormalizedWeights" })
        : [],
    shape: isGyroKind(maker.kind)
      ? (await readGyro(client, { kind: maker.kind, address })).shape
      : [],
  } as const;
  change(address, (row) => {
    const known = described(row, facts, block);
    return maker.paysTokens ? collectedFeeChanged(known, collectedFeeWad, block) : known;
  });
}

/** Factors of 18 decimals without rates, and what the pool says of those. */
async function scalingOf(
  client: PublicClient,
  address: Address,
  { vault, kind, paysTokens, asksRates }: Maker & { readonly vault: Address },
) {
  const pool = { abi: poolAbi, address } as const;
  const rateProviders = isGyroKind(kind)
    ? (await readGyro(client, { kind, address })).providers
    : asksRates
      ? await client.readContract({ ...pool, functionName: "getRateProviders" })
      : [];
  const poolId = await client.readContract({ ...pool, functionName: "getPoolId" });
  const [tokens] = await client.readContract({
    ...{ abi: BalancerV2Vault, address: vault, functionName: "getPoolTokens", args: [poolId] },
  });
  const yieldExempt = await Promise.all(
    tokens.map((token, i) =>
      kind !== "stable" || paysTokens || BigInt(rateProviders[i] ?? 0) === 0n
        ? false
        : client.readContract({
            ...{ ...pool, functionName: "isTokenExemptFromYieldProtocolFee", args: [token] },
          }),
    ),
  );
  const decimals = await Promise.all(
    tokens.map((token) =>
      client.readContract({ abi: erc20Abi, address: token, functionName: "decimals" }),
    ),
  );
  const scalingFactors = decimals.map((places) => 10n ** BigInt(36 - places));
  return { rateProviders, yieldExempt, scalingFactors };
}

async function pause(
  client: PublicClient,
  {
    log,
    paused,
    rows,
    contracts,
  }: {
    readonly log: { readonly address: Address };
    readonly paused: boolean;
    readonly rows: Map<Address, PoolRow>;
    readonly contracts: BalancerV2Contracts;
  },
): Promise<void> {
  const address = lower(log.address);
  const [, , end] = await client.readContract({
    ...{ abi: BalancerV2Vault, address, functionName: "getPausedState" },
  });
  const until = pauseEnd(paused, end);
  for (const [pool, row] of rows) {
    if (address === contracts.vault) rows.set(pool, { ...row, vaultPausedUntil: until });
    if (address === pool) rows.set(pool, { ...row, pausedUntil: until });
  }
}
