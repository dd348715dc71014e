import type { DevnetToken } from "../manifest.ts";
import { planChain1 } from "./plan-1.ts";
import { planChain8453 } from "./plan-8453.ts";
import { planChain80094 } from "./plan-80094.ts";
import type { MarketPlan } from "./pool-plan.ts";

/** The pools of a chain; throws for a chain without a plan. */
export function planMarket(chainId: number, tokens: readonly DevnetToken[]): MarketPlan {
  switch (chainId) {
    case 1:
      return planChain1(tokens);
    case 8453:
      return planChain8453(tokens);
    case 80094:
      return planChain80094(tokens);
    default:
      throw new Error(
        `No market is planned for chain ${chainId}; add devnet/market/plan-${chainId}.ts.`,
      );
  }
}
