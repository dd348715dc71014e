import { ZERO_ADDRESS } from "../../../src/lib/address.ts";
import type { InfinityPool } from "../../../src/protocols/pancakeswap-infinity/pool.ts";
import { samples as ofV4 } from "../uniswap-v4/sample.ts";

/** States that the conformance tests run on: pools with the numbers of those of V4. */
export const samples: readonly InfinityPool[] = ofV4.map((pool) => ({
  ...pool,
  slug: "pancakeswap-infinity",
  manager: "0xa0ffb9c1ce1fe56963b0321b32e7a0302114058b",
  vault: "0x238a358808379702088667322f80ac48bad5e6c4",
  hooks: ZERO_ADDRESS,
  keyFee: pool.lpFeePips,
  parameters: `0x${(pool.tickSpacing << 16).toString(16).padStart(64, "0")}`,
}));
