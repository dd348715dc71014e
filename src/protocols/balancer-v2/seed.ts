import { type Address, encodeFunctionData, type Hex, slice } from "viem";
import { BalancerV2Pool } from "../../../abis/BalancerV2Pool.ts";
import { BalancerV2PoolFactory } from "../../../abis/BalancerV2PoolFactory.ts";
import type { FamilySeed, SeedLog, SeedPool, SeedRow } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { viewOf, wordOf } from "../../seed/words.ts";
import { loggedCatalogues } from "../logged-catalogues.ts";
import { deploymentWith } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { factoriesOf, makerOf } from "./makers.ts";
import { collectedFees, registeredOf } from "./seed-reading.ts";
import { seededRows } from "./seed-rows.ts";
import { pauseEnd } from "./transitions.ts";

const [poolCreated] = BalancerV2PoolFactory;
const ADDRESS_BYTES = 20;
const PAUSED_STATE = viewOf("getPausedState()", 3);

/** The state of the pools of a vault: those that known factories tell of. */
export const balancerV2Seed: FamilySeed = {
  sources: ["BalancerV2Vault"],
  version: 5,
  untold: { balancerV2Pool: untoldColumns },
  readLive: { balancerV2Pool: ["liveRates"] },
  factsOf: {
    ...{ table: "balancerV2Pool", by: "poolId" },
    // What no known factory made is never loaded.
    facts: ({ kind, paysTokens }) =>
      kind === null ? null : { kind: String(kind), paysTokens: paysTokens === true },
  },
  catalogues: (chainId) =>
    loggedCatalogues(deployments, chainId, (own) => {
      const address = factoriesOf(own);
      if (address.length === 0) return null;
      const read = (state: StateReader, logs: readonly SeedLog[]) => describe(state, chainId, logs);
      return { key: own.vault, address, event: poolCreated, read };
    }),
  async holdings(state, pools) {
    const registered = await registeredOf(state, pools);
    return pools.map((pool, at) => {
      const own = registered[at] ?? null;
      if (own === null) return null;
      const held = new Map(own.tokens.map((token, i) => [token, own.balances[i] ?? 0n]));
      return pool.tokens.map((token) => held.get(token) ?? 0n);
    });
  },
  async state(state, pools, block) {
    const vaults = [...new Set(pools.map(({ address }) => address))];
    const paused = await state.product(vaults, [PAUSED_STATE]);
    const ends = new Map(
      vaults.map((vault, at) => {
        const [isPaused = 0n, , end = 0n] = paused[at]?.[0] ?? [];
        return [vault, pauseEnd(isPaused === 1n, end)] as const;
      }),
    );
    const fees = await collectedFees(state, block.chainId);
    const registered = await registeredOf(state, pools);
    const known = pools.flatMap((pool, at) => {
      const own = registered[at];
      if (own == null) return [];
      const vaultPausedUntil = ends.get(pool.address) ?? 0;
      const collectedFeeWad = fees.get(pool.address) ?? 0n;
      const ofVault = { registered: own, vaultPausedUntil, collectedFeeWad };
      return [{ ...pool, contract: contractOf(pool), ...ofVault }];
    });
    return {
      rows: { balancerV2Pool: await seededRows(state, known, block) },
      tokens: known.map(({ contract: address }) => ({ address })),
    };
  },
  async deployments(state, { chainId, number: updatedBlock }) {
    const fees = await collectedFees(state, chainId);
    const rows = [...fees].map(([vault, feeWad]) => ({ chainId, vault, feeWad, updatedBlock }));
    return { rows: { balancerV2CollectedFee: rows } };
  },
  childOf: contractOf,
};

/**
 * What the transaction under way minted, rates that the first version forgets, what is kept from
 * pools in recovery mode, and how an amplification that has arrived came there.
 */
function untoldColumns(
  { inRecovery, ampEndTime, paysTokens }: SeedRow,
  { timestamp }: { readonly timestamp: number },
): readonly string[] {
  return [
    "lastShares",
    ...(paysTokens === true ? ["oldRates"] : []),
    ...(inRecovery === true ? ["protocolFeeWad", "yieldFeeWad"] : []),
    ...(Number(ampEndTime) <= timestamp ? ["ampStartValue", "ampStartTime", "ampEndTime"] : []),
  ];
}

/** A pool's contract: the first part of its id. */
function contractOf({ id }: Pick<SeedPool, "id">): Address {
  return slice(id, 0, ADDRESS_BYTES);
}

/** The pools that logs tell of. */
async function describe(
  state: StateReader,
  chainId: number,
  logs: readonly SeedLog[],
): Promise<readonly SeedPool[]> {
  const contracts = logs.map(({ args }) => args.pool as Address);
  const getPoolId = encodeFunctionData({ abi: BalancerV2Pool, functionName: "getPoolId" });
  const ids = await state.list(
    contracts.map((target) => ({ target, data: getPoolId })),
    1,
  );
  const made = logs.flatMap(({ address: parent }, at) => {
    const id: Hex | null = ids[at] ?? null;
    if (wordOf(id) === undefined || id === null) return [];
    const { slug, contracts: own } = deploymentWith(deployments, chainId, (contracts) =>
      factoriesOf(contracts).includes(parent),
    );
    const { kind, paysTokens } = makerOf(own, parent);
    return [{ id, address: own.vault, parent, slug, facts: { kind, paysTokens } }];
  });
  const registered = await registeredOf(state, made);
  return made.flatMap((pool, at) => {
    const own = registered[at] ?? null;
    if (own === null) return [];
    return [{ ...pool, tokens: own.tokens.filter((token) => token !== contractOf(pool)) }];
  });
}
