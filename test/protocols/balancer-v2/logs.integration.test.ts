import { parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balancerV2 as contracts } from "../../../devnet/protocols/balancer-v2.ts";
import { deployments } from "../../../src/protocols/balancer-v2/contracts.ts";
import { balancerV2 } from "../../../src/protocols/balancer-v2/index.ts";
import { sharePrice } from "../../../src/protocols/balancer-v2/pool.ts";
import { rowState } from "../../../src/protocols/balancer-v2/row-state.ts";
import {
  type BalancerV2Pool,
  isFirst,
  isGyro,
  isGyroKind,
} from "../../../src/protocols/balancer-v2/state.ts";
import type { PoolRow } from "../../../src/protocols/balancer-v2/transitions.ts";
import { sized } from "../../harness/size.ts";
import { createRandom } from "../chain.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { fold } from "./fold.ts";
import { read } from "./read.ts";
import { endow, shake } from "./shake.ts";

/** Enough for the time that a yield is told of. */
const ROUNDS = sized({ always: 120, nightly: 240 });
const COMPARED_EVERY = sized({ always: 60, nightly: 20 });

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({ chainId: 1, protocols: [contracts] });
}, 240_000);
afterAll(() => chain?.stop());

/** A state without what no log tells: what rate providers say, and said at the most. */
function toldByLogs(state: BalancerV2Pool): BalancerV2Pool {
  if (state.kind === "weighted") {
    const { yield: earned } = state;
    return { ...state, yield: earned && { ...earned, rates: [], athRateProduct: 0n } };
  }
  if (state.kind === "bootstrapping") return state;
  if (isGyro(state)) return { ...state, rates: [] };
  return { ...state, rates: state.rates.map((rate) => rate && { ...rate, live: 0n }) };
}

/** With rates that no log tells, without which a pool of Gyroscope's is no state. */
function withRates(row: PoolRow): PoolRow {
  return isGyroKind(row.kind) ? { ...row, liveRates: row.rateProviders.map(() => 1n) } : row;
}

describe("transitions", () => {
  test("default: the logs of random changes give what the contracts hold", async () => {
    const own = deployments[0]?.chains[1]?.contracts;
    if (own === undefined) throw new Error("Balancer V2 is not configured on Ethereum.");
    const random = createRandom(9);
    await endow(chain, await read(chain.client, 1));
    for (let round = 0; round < ROUNDS; round++) {
      await shake(chain, random);
      if (round % COMPARED_EVERY !== COMPARED_EVERY - 1) continue;
      const rows = await fold(chain.client, own);
      for (const state of await read(chain.client, 1)) {
        const row = rows.get(state.address);
        const folded = row === undefined ? null : rowState(withRates(row));
        const told = { ...toldByLogs(folded ?? state), since: null, updatedBlock: 0 };
        expect(told, `round ${round}`).toEqual({ ...toldByLogs(state), updatedBlock: 0 });
      }
    }
  }, 240_000);

  test("behavior: the share price is the pool's rate, and its growth the yield", async () => {
    const own = deployments[0]?.chains[1]?.contracts;
    if (own === undefined) throw new Error("Balancer V2 is not configured on Ethereum.");
    const { timestamp, number } = await chain.client.getBlock();
    const rows = await fold(chain.client, own);
    const at = { number, timestamp };
    const context = { at, usd: () => null };
    for (const state of await read(chain.client, 1)) {
      // No log tells of its rates, without which its share has no price.
      if (state.kind === "weighted" && state.yield !== null) continue;
      // Its weights move, so that another invariant is not another worth.
      if (state.kind === "bootstrapping") continue;
      if (isGyro(state) && state.rates.some((rate) => rate !== null)) continue;
      const row = rows.get(state.address);
      const folded = row === undefined ? null : rowState(row);
      if (folded?.since == null) throw new Error(`${state.address} was never observed.`);
      const price = sharePrice(state, timestamp);
      const years = (Number(timestamp) - folded.since.timestamp) / (365 * 86_400);
      const growth = (Number(price) / Number(folded.since.price) - 1) / years;
      expect(balancerV2.apy?.(folded, state.address, context)).toBeCloseTo(growth * 100, 3);
      // Another amplification is another value of an uneven pool.
      if (state.kind !== "stable") expect(growth).toBeGreaterThan(0);
      expect(balancerV2.apy?.(folded, state.vault, context)).toBe(0);
      if (state.kind === "stable") {
        const rate = await chain.client.readContract({
          ...{
            abi: parseAbi(["function getRate() view returns (uint256)"]),
            address: state.address,
          },
          functionName: "getRate",
        });
        // The first version tells its rate with what it owes the protocol.
        if (isFirst(state)) expect(price).toBeLessThanOrEqual(rate);
        else expect(rate).toBe(price);
      }
    }
  });
});
