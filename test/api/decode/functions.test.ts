import { type AbiFunction, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import { isKnownFunction } from "../../../src/api/decode/functions.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { type Operation, priceOf } from "../../../src/protocols/operation.ts";
import type { PoolState, Protocol } from "../../../src/protocols/protocol.ts";

async function samplesOf(family: string): Promise<readonly PoolState[]> {
  const path = `../../protocols/${family}/sample.ts`;
  const module: { samples: readonly PoolState[] } = await import(path);
  return module.samples;
}

/** Functions that an operation calls. */
function functionsOf(operation: Operation | undefined): readonly (AbiFunction | null)[] {
  if (operation?.kind === "call") return [operation.function];
  if (operation?.kind !== "sequence") return [];
  return operation.stages.flatMap((stage) => {
    if (stage.kind === "call") return [stage.function];
    return stage.kind === "operation" ? functionsOf(stage.operation) : [];
  });
}

function operationsOf(protocol: Protocol, state: PoolState): readonly Operation[] {
  const hops = protocol
    .edges(state)
    .flatMap((edge) => protocol.actions[edge.action]?.(state, edge, 1_000_000n) ?? []);
  const account = (protocol.accountActions?.(state) ?? []).map(({ operation }) => operation);
  return [...hops, ...account];
}

function plannedBy(protocol: Protocol, state: PoolState): readonly AbiFunction[] {
  return operationsOf(protocol, state)
    .flatMap(functionsOf)
    .filter((planned) => planned !== null);
}

describe("isKnownFunction", () => {
  test.each(
    PROTOCOLS.map((protocol) => ({ family: protocol.family, protocol })),
  )("behavior: reads every call that $family plans", async ({ family, protocol }) => {
    for (const state of await samplesOf(family)) {
      for (const planned of plannedBy(protocol, state)) {
        expect(isKnownFunction(toFunctionSelector(planned)), planned.name).toBe(true);
      }
    }
  });

  test("behavior: no operation of a moving price calls what is called fixed", async () => {
    let [moving, fixed] = [0, 0];
    for (const protocol of PROTOCOLS) {
      for (const state of await samplesOf(protocol.family)) {
        for (const operation of operationsOf(protocol, state)) {
          const called = functionsOf(operation);
          const isFixed = called.some((each) => each && protocol.fixedFunctions?.includes(each));
          expect(isFixed && priceOf(operation) === "moving", protocol.family).toBe(false);
          if (isFixed) fixed++;
          else moving++;
        }
      }
    }
    expect(moving).toBeGreaterThan(20);
    expect(fixed).toBeGreaterThan(20);
  });

  test("default: not a function that nobody calls", () => {
    expect(isKnownFunction("0xdeadbeef")).toBe(false);
  });
});
