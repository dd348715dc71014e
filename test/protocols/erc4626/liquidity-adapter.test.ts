import { readFileSync } from "node:fs";
import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  numberToHex,
  parseAbi,
  toFunctionSelector,
} from "viem";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { lower } from "../../../src/lib/address.ts";
import { MAX_UINT256 } from "../../../src/lib/math.ts";
import { madeBy } from "../../../src/protocols/erc4626/factories.ts";
import { readAdapterLimits } from "../../../src/protocols/erc4626/liquidity-adapter.ts";
import { edges, maxIn, quote } from "../../../src/protocols/erc4626/pool.ts";
import { readVaults } from "../../../src/protocols/erc4626/reading.ts";
import { vault as sample } from "./sample.ts";

const REGISTRY: Address = "0x3696c5eae4a7ffd04ea163564571e9cd8ed9364e";

const hex = z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x"));
const amount = z.string().transform(BigInt);
const recordedSchema = z.object({
  states: z.array(
    z.object({
      ...{ timestamp: amount, vault: hex, asset: hex, holder: hex },
      views: z.array(z.object({ target: hex, data: hex, answer: hex.nullable() })),
      calls: z.array(
        z.object({
          action: z.enum(["deposit", "redeem"]),
          amount,
          amountOut: amount.nullable(),
        }),
      ),
    }),
  ),
});
type Recorded = z.output<typeof recordedSchema>["states"][number];

const file = new URL("../../fixtures/erc4626/morpho-vaults-v2.json", import.meta.url);
const { states } = recordedSchema.parse(JSON.parse(readFileSync(file, "utf8")));

/** What was recorded, but what some views answer instead. */
function answersOf({ views }: Recorded, instead: ReadonlyMap<Hex, Hex> = new Map()): Aggregate {
  const known = new Map(views.map(({ target, data, answer }) => [`${target} ${data}`, answer]));
  return async (calls) =>
    calls.map(({ target, callData }) => {
      const answer = instead.get(callData) ?? known.get(`${lower(target)} ${callData}`);
      if (answer === undefined) throw new Error(`${target} was not asked ${callData}.`);
      return { success: answer !== null, returnData: answer ?? "0x" };
    });
}

async function stateOf(recorded: Recorded) {
  const { vault: address, asset, holder, timestamp } = recorded;
  const config = madeBy({ maker: "morpho-v2", registry: REGISTRY }, address);
  const queries = [{ config, asset, holder }];
  const [reading] = await readVaults(answersOf(recorded), queries, timestamp);
  if (reading === undefined) throw new Error("there is no reading");
  const { holderShares: _, ...answers } = reading;
  return { ...sample, id: address, address, asset, ...answers };
}

describe("readVaults of a Morpho Vault V2", () => {
  test.each(
    states.map((state, at) => [at, state] as const),
  )("default: quotes are what the deployed code pays in the recorded state %i", async (_, recorded) => {
    const state = await stateOf(recorded);
    const at = { number: 1n, timestamp: recorded.timestamp };
    expect(state.usable).toBe(true);
    expect(recorded.calls.length).toBeGreaterThan(0);
    for (const { action, amount: amountIn, amountOut } of recorded.calls) {
      const edge = edges(state).find((one) => one.action === action);
      if (edge === undefined) throw new Error(`the vault has no ${action}`);
      expect(amountIn).toBeLessThanOrEqual(maxIn(state, edge));
      const quoted = quote(state, edge, amountIn, at);
      expect(quoted.ok ? quoted.amountOut : 0n).toBe(amountOut);
    }
  });

  test("behavior: the recorded states are of adapters of both kinds, and of none", () => {
    expect(new Set(states.map(kindOf))).toEqual(new Set(["none", "vault", "market"]));
  });
});

const LIQUIDITY_ADAPTER = toFunctionSelector("liquidityAdapter()");
const LIQUIDITY_DATA = toFunctionSelector("liquidityData()");
const MAX_WITHDRAW = toFunctionSelector("maxWithdraw(address)");
const ONE = numberToHex(1n, { size: 32 });
const NONE = numberToHex(0n, { size: 32 });
/** An offset, and more words than a market has. */
const LONG = concatHex([numberToHex(32n, { size: 32 }), numberToHex(192n, { size: 32 })]);

function answerTo({ views }: Recorded, selector: Hex): Hex {
  return views.find(({ data }) => data.startsWith(selector))?.answer ?? "0x";
}

function kindOf(state: Recorded): "none" | "vault" | "market" {
  if (hexToBigInt(answerTo(state, LIQUIDITY_ADAPTER)) === 0n) return "none";
  return answerTo(state, MAX_WITHDRAW) === "0x" ? "market" : "vault";
}

function recordedOf(kind: "none" | "vault" | "market"): Recorded {
  const state = states.find((one) => kindOf(one) === kind);
  if (state === undefined) throw new Error(`no recorded vault has the adapter ${kind}`);
  return state;
}

async function limitsOf(recorded: Recorded, instead: Readonly<Record<Hex, Hex>>) {
  const { vault: address, asset } = recorded;
  const aggregate = answersOf(recorded, new Map(Object.entries(instead) as [Hex, Hex][]));
  const [limits] = await readAdapterLimits(aggregate, [{ address, asset }]);
  if (limits === undefined) throw new Error("there are no limits");
  return limits;
}

describe("readAdapterLimits", () => {
  test("default: without an adapter all is kept in the vault, and paid from there", async () => {
    const limits = await limitsOf(recordedOf("none"), {});
    expect(limits.depositLimit(0n)).toBe(MAX_UINT256);
    expect(limits).toMatchObject({ depositGated: false, redeemGated: false });
  });

  test("behavior: an adapter of other code takes nothing that is known, and pays nothing", async () => {
    const recorded = recordedOf("vault");
    const unknown = await limitsOf(recorded, { [LIQUIDITY_DATA]: LONG });
    expect(unknown.depositLimit(10n ** 18n)).toBe(0n);
    const idle = recorded.views.find(({ target }) => target === recorded.asset)?.answer;
    expect(unknown.cash).toBe(hexToBigInt(idle ?? "0x"));
  });

  test.each([
    ["receiveSharesGate()", { depositGated: true, redeemGated: false }],
    ["sendAssetsGate()", { depositGated: true, redeemGated: false }],
    ["sendSharesGate()", { depositGated: false, redeemGated: true }],
    ["receiveAssetsGate()", { depositGated: false, redeemGated: true }],
  ])("behavior: %s guards", async (signature, gates) => {
    const recorded = recordedOf("vault");
    const selector = toFunctionSelector(signature);
    expect(answerTo(recorded, selector)).toBe(NONE);
    expect(await limitsOf(recorded, { [selector]: ONE })).toMatchObject(gates);
  });

  test("error: what a vault does not say is taken for nothing", async () => {
    const [limits] = await readAdapterLimits(
      async (calls) => calls.map(() => ({ success: false, returnData: "0x" })),
      [{ address: recordedOf("none").vault, asset: recordedOf("none").asset }],
    );
    expect(limits).toMatchObject({ cash: 0n, depositGated: true, redeemGated: true });
  });
});

describe("a vault that may have any adapter", () => {
  const REGISTRY_OF = toFunctionSelector("adapterRegistry()");
  const ABDICATED = encodeFunctionData({
    abi: parseAbi(["function abdicated(bytes4 selector) view returns (bool)"]),
    args: [toFunctionSelector("setAdapterRegistry(address)")],
  });

  test.each([
    ["of no list", { [REGISTRY_OF]: NONE }],
    ["of another list", { [REGISTRY_OF]: ONE }],
    ["of a list that may change", { [ABDICATED]: NONE }],
  ])("error: is unusable, and nothing that adapters answer is asked: one %s", async (_, instead) => {
    const recorded = recordedOf("vault");
    const asked: Hex[] = [];
    const answers = answersOf(recorded, new Map(Object.entries(instead) as [Hex, Hex][]));
    const aggregate: Aggregate = (calls) => {
      asked.push(...calls.map(({ callData }) => callData));
      return answers(calls);
    };
    const config = madeBy({ maker: "morpho-v2", registry: REGISTRY }, recorded.vault);
    const { asset, holder, timestamp } = recorded;
    const [reading] = await readVaults(aggregate, [{ config, asset, holder }], timestamp);
    expect(reading).toMatchObject({ usable: false, depositLimit: 0n });
    expect(asked).toEqual([REGISTRY_OF, ABDICATED]);
  });
});
