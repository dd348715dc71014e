import pino from "pino";
import { type Address, numberToHex } from "viem";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createAdmissionLimits } from "../../../src/api/graph/admission-limits.ts";
import { createStrangers } from "../../../src/api/graph/strangers.ts";
import type { IndexedFamily } from "../../../src/protocols/sources.ts";
import type { StateReader } from "../../../src/seed/reader.ts";

const HOUR_MS = 3_600_000;
const PER_MINUTE = 40;
/** Of a request. */
const MOST_LOOKED_AT = 8;

const addressOf = (n: number): Address => numberToHex(n, { size: 20 });
const [VAULT, OTHER] = [addressOf(1), addressOf(2)];
const VAULTS: ReadonlySet<Address> = new Set([VAULT]);

afterEach(() => {
  vi.useRealTimers();
});

/** Strangers of a chain whose only vault is `VAULT`, and what its node was asked. */
function start(isReachable: () => boolean = () => true) {
  const asked: Address[][] = [];
  const outcomes: string[] = [];
  const family: IndexedFamily = {
    ...{ family: "erc4626", schema: {}, sources: () => ({}) },
    named: {
      async recognise(_state, addresses) {
        asked.push([...addresses]);
        if (!isReachable()) throw new Error("the node is out of reach");
        return addresses
          .filter((address) => VAULTS.has(address))
          .map((id) => {
            return { id, address: id, parent: id, slug: "erc4626", tokens: [OTHER], facts: {} };
          });
      },
      follow: async () => undefined,
    },
  };
  const strangers = createStrangers({
    ...{ chainId: 1, families: [family], log: pino({ level: "silent" }) },
    limits: createAdmissionLimits(PER_MINUTE),
    counted: (outcome) => outcomes.push(outcome),
  });
  const recognise = async (names: readonly Address[], caller: string | null = "someone") => {
    const found = await strangers.recognise(names, { state: {} as StateReader, caller });
    return [...found.values()].map(({ family: own, id }) => `${own} ${id}`);
  };
  return { strangers, recognise, asked, outcomes };
}

describe("createStrangers", () => {
  test("default: what is a vault, all in one question", async () => {
    const { recognise, asked } = start();
    expect(await recognise([VAULT, OTHER])).toEqual([`erc4626 ${VAULT}`]);
    expect(asked).toEqual([[VAULT, OTHER]]);
  });

  test("behavior: what is none is not looked at again for an hour", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { strangers, recognise, asked } = start();
    await recognise([OTHER]);
    await recognise([OTHER, VAULT]);
    strangers.refuse(VAULT);
    expect(await recognise([OTHER, VAULT])).toEqual([]);
    expect(asked).toEqual([[OTHER], [VAULT]]);
    vi.advanceTimersByTime(HOUR_MS + 1);
    expect(await recognise([VAULT])).toEqual([`erc4626 ${VAULT}`]);
    expect(asked).toHaveLength(3);
  });

  test("behavior: a few of a request, and a quarter of the places for one caller", async () => {
    const { recognise, asked, outcomes } = start();
    const many = Array.from({ length: 30 }, (_, at) => addressOf(100 + at));
    await recognise(many);
    expect(asked).toEqual([many.slice(0, MOST_LOOKED_AT)]);
    // Two places are left of ten.
    expect(await recognise([VAULT, addressOf(200), addressOf(201)])).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(outcomes).toEqual(["limited", "limited", "limited"]);
    expect(await recognise([VAULT], "another")).toEqual([`erc4626 ${VAULT}`]);
  });

  test("behavior: a node that does not tell settles nothing", async () => {
    let isReachable = false;
    const { strangers, recognise } = start(() => isReachable);
    expect([VAULT, OTHER].map(strangers.isUnseen)).toEqual([false, false]);
    expect(await recognise([VAULT, OTHER])).toEqual([]);
    expect([VAULT, OTHER].map(strangers.isUnseen)).toEqual([true, true]);
    isReachable = true;
    expect(await recognise([VAULT, OTHER])).toEqual([`erc4626 ${VAULT}`]);
    expect(strangers.isUnseen(OTHER)).toBe(false);
  });
});
