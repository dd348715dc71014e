import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import { NO_RELIERS, withReliances } from "../../../src/api/graph/reliances.ts";
import { sharedMap } from "../../../src/lib/shared-map.ts";
import { curveMeta } from "../../../src/protocols/curve-meta/index.ts";
import type { CurveMetaPool } from "../../../src/protocols/curve-meta/pool.ts";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import { fraxThreeCrv } from "../../protocols/curve-meta/sample.ts";
import { threePool } from "../../protocols/curve-stableswap/sample.ts";

const alone: CurveMetaPool = { ...fraxThreeCrv, base: null };
const meta: HeldState = { protocol: curveMeta, state: alone };
const base: HeldState = { protocol: curveStableswap, state: threePool };
const states = (...held: readonly HeldState[]) =>
  sharedMap(held.map((one) => [one.state.id, one] as const));
const ids = [meta.state.id, base.state.id];

describe("withReliances", () => {
  test("default: what relies on another pool is given it, whichever came first", () => {
    const both = withReliances({ states: states(meta, base), reliers: NO_RELIERS }, ids);
    expect(both.states.get(meta.state.id)?.state).toMatchObject({ base: threePool });
    expect([...both.affected]).toEqual([meta.state.id]);
    const first = withReliances({ states: states(meta), reliers: NO_RELIERS }, [meta.state.id]);
    expect(first.states.get(meta.state.id)?.state).toMatchObject({ base: null });
    const later = first.states.with(new Map([[base.state.id, base]]));
    const then = withReliances({ states: later, reliers: first.reliers }, [base.state.id]);
    expect(then.states.get(meta.state.id)?.state).toMatchObject({ base: threePool });
  });

  test("behavior: it is given the other pool anew when that changes, and loses it when it is gone", () => {
    const both = withReliances({ states: states(meta, base), reliers: NO_RELIERS }, ids);
    const traded = { ...threePool, supply: threePool.supply + 1n };
    const changed = both.states.with(new Map([[base.state.id, { ...base, state: traded }]]));
    const after = withReliances({ states: changed, reliers: both.reliers }, [base.state.id]);
    expect(after.states.get(meta.state.id)?.state).toMatchObject({ base: traded });
    const left = after.states.with(new Map([[base.state.id, undefined]]));
    const alone = withReliances({ states: left, reliers: after.reliers }, [base.state.id]);
    expect(alone.states.get(meta.state.id)?.state).toMatchObject({ base: null });
  });

  test("behavior: what is gone itself stays gone, and others are left alone", () => {
    const both = withReliances({ states: states(meta, base), reliers: NO_RELIERS }, ids);
    const left = both.states.with(new Map([[meta.state.id, undefined]]));
    const after = withReliances({ states: left, reliers: both.reliers }, ids);
    expect(after.states.get(meta.state.id)).toBeUndefined();
    expect(after.states.get(base.state.id)).toBe(base);
  });
});
