import { storedStates } from "../states.ts";
import { fluidPool } from "./schema.ts";
import type { Account, FluidPool } from "./state.ts";

type Row = typeof fluidPool.$inferSelect;

/** Smallest units in a word, by the exchange price that was stored, from a bit of its word on. */
function amountOf(word: "supply" | "borrow", from: number): string {
  const bits = `(div(${word}, 2) % 18446744073709551616)`;
  const price = `(div(price, power(2::numeric, ${from})) % 18446744073709551616)`;
  return `div(div(${bits}, 256) * power(2::numeric, ${bits} % 256)
    * case when ${word} % 2 = 1 then ${price} else 1000000000000 end, 1000000000000)`;
}

/** The pools, as they were read. */
export const states = storedStates({
  table: fluidPool,
  id: "address",
  state: (row): FluidPool | null => (row.isRead ? poolState(row) : null),
  swapFeePercent: "(div(config, 4) % 131072) / 1e4",
  view: {
    kind: "balances",
    // Collateral and debt, which leaves about as much to be borrowed of the other token: units that
    // bear interest or not, 56 bits with an exponent of eight, above the first bit.
    held: `
      select ordinality - 1, ${amountOf("supply", 91)} + ${amountOf("borrow", 155)}
      from unnest(state.supplies, state.borrows, state.prices)
        with ordinality as each (supply, borrow, price, ordinality)`,
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
