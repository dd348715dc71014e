import { contractsOn } from "../deployment.ts";
import { storedStates } from "../states.ts";
import { deployments } from "./contracts.ts";
import type { BalancerV3Buffer } from "./pool.ts";
import { balancerV3Buffer } from "./schema.ts";

/** The buffers, each without the vault at whose price it trades: who holds states gives it that. */
export const states = storedStates({
  table: balancerV3Buffer,
  id: "id",
  state({ chainId, ...row }): BalancerV3Buffer | null {
    const contracts = contractsOn(deployments, row.slug, chainId);
    return contracts && { ...row, batchRouter: contracts.batchRouter, wrapper: null };
  },
  view: {
    kind: "balances",
    held: `select * from unnest(
      array[state.asset, state.wrapped], array[state.asset_balance, state.wrapped_balance])`,
    by: "token",
    isVirtual: false,
  },
});
