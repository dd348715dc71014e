import { expect } from "vitest";
import { routeEndpoint } from "../../../../src/api/http/routes/route.ts";
import { getTrade, queryOf, TRADE } from "../../fixture/app.ts";

/** Asks for the fixture's trade with changes; `suffix` is added to the query as it is. */
export function route(changes: Readonly<Record<string, string>> = {}, suffix = "") {
  return getTrade(`/api/v1/shortcuts/route?${queryOf({ ...TRADE, ...changes })}${suffix}`);
}

/** The body of an answer, which has the fields of the endpoint and no others. */
export async function body(changes: Readonly<Record<string, string>> = {}) {
  const response = await route(changes);
  expect(response.status, response.text).toBe(200);
  return routeEndpoint.response.strict().parse(response.body);
}
