import { type AbiFunction, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import { isKnownFunction } from "../../../src/api/decode/functions.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import type { Operation } from "../../../src/protocols/operation.ts";
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

function plannedBy(protocol: Protocol, state: PoolState): readonly AbiFunction[] {
  const hops = protocol
    .edges(state)
    .flatMap((edge) => functionsOf(protocol.actions[edge.action]?.(state, edge, 1_000_000n)));
  const account = (protocol.accountActions?.(state) ?? []).map(
    ({ operation }) => operation.function,
  );
  return [...hops, ...account].filter((planned) => planned !== null);
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

  test("default: not a function that nobody calls", () => {
    expect(isKnownFunction("0xdeadbeef")).toBe(false);
  });
});
