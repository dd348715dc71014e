import { type Address, encodeFunctionData, getAbiItem, toFunctionSelector } from "viem";
import { BalancerV3Buffers } from "../../../abis/BalancerV3Buffers.ts";
import { lower, ZERO_ADDRESS } from "../../lib/address.ts";
import type { FamilySeed, SeedLog, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import { loggedCatalogues } from "../logged-catalogues.ts";
import { deploymentWith } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { idOf, made } from "./transitions.ts";

const sharesMinted = getAbiItem({ abi: BalancerV3Buffers, name: "BufferSharesMinted" });
const ARE_PAUSED = toFunctionSelector("areBuffersPaused()");

/** The state of buffers: the vault tells of each in a log. */
export const balancerV3BufferSeed: FamilySeed = {
  sources: ["BalancerV3Buffers"],
  version: 1,
  factsOf: { table: "balancerV3Buffer", by: "id", facts: () => ({}) },
  catalogues: (chainId) =>
    loggedCatalogues(deployments, chainId, ({ vault }) => ({
      ...{ key: vault, address: [vault], event: sharesMinted },
      read: (state, logs) => buffersOf(state, logs, { chainId, vault }),
    })),
  async state(state, pools, { chainId, number }) {
    const vaults = [...new Set(pools.map(({ address }) => address))];
    const paused = await state.list(
      vaults.map((target) => ({ target, data: ARE_PAUSED })),
      1,
    );
    const balances = await state.list(
      pools.map((pool) => ({ target: pool.address, data: viewOf("getBufferBalance", pool) })),
      2,
    );
    const rows = pools.flatMap(({ id, address: vault, slug, tokens }, i) => {
      const [asset, wrapped] = tokens;
      if (asset === undefined || wrapped === undefined) return [];
      return [
        {
          ...made({ chainId, id, slug, vault, wrapped, asset }, number),
          assetBalance: wordOf(balances[i]) ?? 0n,
          wrappedBalance: wordOf(balances[i], 1) ?? 0n,
          isPaused: wordOf(paused[vaults.indexOf(vault)]) === 1n,
        },
      ];
    });
    return { rows: { balancerV3Buffer: rows } };
  },
};

function viewOf(
  functionName: "getBufferBalance" | "getBufferAsset",
  { tokens }: Pick<SeedPool, "tokens">,
) {
  const wrapped = tokens.at(-1) ?? ZERO_ADDRESS;
  return encodeFunctionData({ abi: BalancerV3Buffers, functionName, args: [wrapped] });
}

/** The buffers whose first shares some logs tell of, with their assets. */
async function buffersOf(
  state: StateReader,
  logs: readonly SeedLog[],
  { chainId, vault }: { readonly chainId: number; readonly vault: Address },
): Promise<readonly SeedPool[]> {
  const { slug } = deploymentWith(deployments, chainId, (own) => own.vault === vault);
  const wrapped = logs.flatMap(({ args }) => {
    const { wrappedToken, to } = args as { readonly wrappedToken: Address; readonly to: Address };
    return to === ZERO_ADDRESS ? [lower(wrappedToken)] : [];
  });
  const assets = await state.list(
    wrapped.map((token) => ({
      target: vault,
      data: viewOf("getBufferAsset", { tokens: [token] }),
    })),
    1,
  );
  return wrapped.flatMap((token, i) => {
    const asset = addressOf(wordOf(assets[i]) ?? 0n);
    if (asset === ZERO_ADDRESS || asset === token) return [];
    const pool = { id: idOf(token), address: vault, parent: vault, slug };
    return [{ ...pool, tokens: [asset, token], facts: {} }];
  });
}
