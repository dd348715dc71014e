import { PROTOCOLS } from "../../protocols/index.ts";
import type { StateView } from "../../protocols/state-view.ts";
import type { StoredStates } from "../../protocols/states.ts";
import { columnOf } from "../graph/load-states.ts";
import type { TableName } from "./view.ts";

const STATES = PROTOCOLS.flatMap(({ states }) => (states.kind === "stored" ? [states] : []));

/**
 * The states of a kind of view, in the order of their families, each with what the view shows of
 * it.
 */
export function statesOf<K extends StateView["kind"]>(
  kind: K,
): readonly { readonly states: StoredStates; readonly view: StateView & { readonly kind: K } }[] {
  const isOfKind = (view: StateView): view is StateView & { readonly kind: K } =>
    view.kind === kind;
  return STATES.flatMap((states) => (isOfKind(states.view) ? [{ states, view: states.view }] : []));
}

/** Name in SQL of the column that holds the ids of states. */
export function idColumn({ table, id }: StoredStates): string {
  return columnOf(table, id).name;
}

/**
 * Query of chain_id, pool_id, slug, the columns of `expressions` and updated_block of every state
 * of a kind.
 */
export function unionOf<K extends StateView["kind"]>(
  of: TableName,
  kind: K,
  expressions: (view: StateView & { readonly kind: K }) => Readonly<Record<string, string>>,
): string {
  const queries = statesOf(kind).map(({ states, view }) => {
    const columns = Object.entries(expressions(view)).map(([name, sql]) => `${sql} as ${name}`);
    return `select chain_id, ${idColumn(states)} as pool_id, slug, ${columns.join(", ")}, updated_block
      from ${of(states.table)}`;
  });
  return queries.join(" union all ");
}

/** Query of chain_id, pool_id, updated_block and swap_fee_percent of every state. */
export function changes(of: TableName): string {
  const queries = STATES.map(
    (states) => `select chain_id, ${idColumn(states)} as pool_id, updated_block,
      (${states.swapFeePercent ?? "null"})::double precision as swap_fee_percent from ${of(states.table)}`,
  );
  return queries.join(" union all ");
}
