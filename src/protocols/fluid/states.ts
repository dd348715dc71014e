import { storedStates } from "../states.ts";
import { fluidPool } from "./schema.ts";
import type { Account, FluidPool } from "./state.ts";

type Row = typeof fluidPool.$inferSelect;

/** The pools, as they were read. */
export const states = storedStates({
  table: fluidPool,
  id: "address",
  state: (row): FluidPool | null => (row.isRead ? poolState(row) : null),
  swapFeePercent: "(div(config, 4) % 131072) / 1e4",
  view: {
    kind: "balances",
    // Collateral in units that bear interest: 56 bits and an exponent of eight, above the first.
    held: `
      select ordinality - 1, div(div(div(div(supply, 2) % 18446744073709551616, 256)
        * power(2::numeric, div(supply, 2) % 256)
        * case when supply % 2 = 1 then div(price, power(2::numeric, 91)) % 18446744073709551616
          else 1000000000000 end, 1), 1000000000000)
      from unnest(state.supplies, state.prices) with ordinality as each (supply, price, ordinality)`,
    by: "place",
    isVirtual: false,
  },
});

/** The state of a pool with what its row holds. */
export function poolState(row: Omit<Row, "chainId" | "isRead" | "deployer">): FluidPool {
  const { address, slug, variables, config, shifts, centerShift, externalPrice } = row;
  const pair = <T>([first, second]: readonly T[]) => [first, second] as [T, T];
  const account = (place: 0 | 1): Account => ({
    supply: row.supplies[place] ?? 0n,
    borrow: row.borrows[place] ?? 0n,
    prices: row.prices[place] ?? 0n,
    totals: row.totals[place] ?? 0n,
    configs: row.configs[place] ?? 0n,
    balance: row.balances[place] ?? 0n,
  });
  return {
    ...{ id: address, address, slug, updatedBlock: row.updatedBlock, tokens: pair(row.tokens) },
    ...{ numerators: pair(row.numerators), denominators: pair(row.denominators) },
    ...{ variables, config, shifts, centerShift, externalPrice },
    accounts: [account(0), account(1)],
  };
}
