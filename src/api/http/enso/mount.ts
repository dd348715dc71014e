import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { ServiceError } from "../../../lib/errors.ts";
import type { AppEnv } from "../app-env.ts";
import type { Deps } from "../deps.ts";
import { errorBody } from "../errors.ts";
import { answer, type Forward, forwardTo, type Inner } from "../forward.ts";
import { readJsonBody } from "../routes/json-body.ts";

import { innerQuery, tradeQuery } from "./query.ts";
import {
  type Action,
  actionOf,
  type Balance,
  balancesOf,
  hopsOf,
  type Project,
  type Protocol,
  protocolsOf,
  type Route,
  routeOf,
} from "./shapes.ts";
import { offeredActions, standardsOf } from "./standards.ts";

const BASE = "/enso/api/v1";

/** Paths of what crosses chains. */
const BRIDGES = [
  ...["/layerzero/pool", "/stargate/pool", "/ccip/router", "/cctp/bridge/tokenmessengerv2"],
  ...["/cctp/bridge/claim", "/:bridge/bridge/check"],
];

/**
 * The API in the shapes of `@ensofinance/sdk` 2.5.0. Every answer is made of those of the service's
 * own endpoints, which are asked as the caller would ask them: here nothing is decided.
 */
export function mountEnso(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  const forward = forwardTo(app);
  const get = (path: string, handle: (c: Context<AppEnv>) => Promise<Response>) =>
    app.get(BASE + path, handle);
  mountTrades(app, forward);
  mountLists(get, forward, deps);

  get("/wallet/approve", async (c) =>
    answer(c, await forward(c, "/wallet/approve", { query: innerQuery(c.req.url) }), same),
  );
  get("/wallet/balances", async (c) => answer(c, await balances(c, forward), balancesOf));
  get("/account/accountId", async (c) => {
    const asked = await forward<unknown>(c, "/aggregators");
    return answer(c, asked, () => c.get("keyId") ?? "anonymous");
  });
  for (const path of BRIDGES) app.get(BASE + path, unsupportedChain);
  app.post(`${BASE}/shortcuts/static/ipor`, (c) =>
    refused(
      c,
      new ServiceError(
        "ACTION_UNSUPPORTED",
        "IPOR's shortcut is not offered; build a bundle of a split and two routes instead.",
      ),
    ),
  );
}

function mountTrades(app: OpenAPIHono<AppEnv>, forward: Forward): void {
  const chainOf = (c: Context<AppEnv>) => Number(c.req.query("chainId") ?? 1);
  app.get(`${BASE}/shortcuts/route`, async (c) => {
    const query = tradeQuery(c.req.url, { include: "legs" });
    const inner = await forward<Route>(c, "/shortcuts/route", { query });
    return answer(c, inner, (route) => routeOf(route, chainOf(c)));
  });
  app.get(`${BASE}/shortcuts/quote`, async (c) => {
    const query = tradeQuery(c.req.url, { include: "legs", priceImpact: "true" });
    const inner = await forward<Omit<Route, "createdAt">>(c, "/shortcuts/quote", { query });
    return answer(c, inner, (quote) => ({ ...quote, route: hopsOf(quote.route, chainOf(c)) }));
  });
  app.get(`${BASE}/shortcuts/route/nontokenized`, async (c) => {
    const query = tradeQuery(c.req.url, { include: "legs" });
    const inner = await forward<Route>(c, "/shortcuts/route/nontokenized", { query });
    return answer(c, inner, (route) => ({
      ...routeOf(route, chainOf(c)),
      amountDeposited: "amountOut" in route ? route.amountOut : null,
    }));
  });
  app.post(`${BASE}/shortcuts/bundle`, async (c) => {
    const query = innerQuery(c.req.url);
    const sender = query.get("fromAddress");
    // A sender without a wallet acts through the service's own, and gets what comes of it.
    if (/^router/.test(query.get("routingStrategy") ?? "")) {
      query.set("routingStrategy", "corewallet");
      if (!query.has("receiver") && sender !== null) query.set("receiver", sender);
    }
    const body = await readJsonBody(c.req.raw);
    const inner = await forward<Route>(c, "/shortcuts/bundle", { query, body });
    return answer(c, inner, (bundle) => routeOf(bundle, chainOf(c)));
  });
}

function mountLists(
  get: (path: string, handle: (c: Context<AppEnv>) => Promise<Response>) => unknown,
  forward: Forward,
  deps: Deps,
): void {
  get("/tokens", async (c) => {
    const query = innerQuery(c.req.url, { includeMetadata: "true" });
    for (const name of ["underlyingTokensExact", "liquidityType"]) {
      if (query.has(name)) return refused(c, unsupportedFilter(name));
    }
    return answer(c, await forward(c, "/tokens", { query }), same);
  });
  get("/nontokenized", async (c) => {
    const query = innerQuery(c.req.url);
    // It says where to begin, and the SDK sends it beside a page.
    if (query.get("cursor") === "0") query.delete("cursor");
    return answer(c, await forward(c, "/nontokenized", { query }), same);
  });
  get("/prices/:chainId/:address", async (c) => {
    const { chainId, address } = c.req.param() as Record<string, string>;
    return answer(c, await forward(c, `/prices/${chainId}/${address}`), same);
  });
  get("/prices/:chainId", async (c) => {
    const path = `/prices/${c.req.param("chainId")}`;
    const inner = await forward<{ price: number | null }[]>(c, path, {
      query: innerQuery(c.req.url),
    });
    return answer(c, inner, (prices) => prices.filter(({ price }) => price !== null));
  });
  const withProjects = async (c: Context<AppEnv>, path: string) => {
    const projects = await forward<Project[]>(c, "/projects");
    if (projects.status !== 200) return answer(c, projects, same);
    const inner = await forward<Protocol[]>(c, path, { query: innerQuery(c.req.url) });
    return answer(c, inner, (protocols) => protocolsOf(protocols, projects.body));
  };
  get("/protocols", (c) => withProjects(c, "/protocols"));
  get("/projects/:project/protocols", (c) =>
    withProjects(c, `/projects/${encodeURIComponent(c.req.param("project") ?? "")}/protocols`),
  );
  get("/projects", async (c) =>
    answer(c, await forward<Project[]>(c, "/projects"), (projects) =>
      projects.map((project) => ({ ...project, chains: project.chains.map(({ id }) => id) })),
    ),
  );
  get("/networks", async (c) => {
    const query = innerQuery(c.req.url);
    // An id names a chain; its name here is another one than there.
    if (query.has("chainId")) query.delete("name");
    const inner = await forward<{ id: number; name: string; status: { ready: boolean } }[]>(
      ...([c, "/networks", { query }] as const),
    );
    return answer(c, inner, (networks) =>
      networks.map(({ id, name, status }) => ({ id, name, isConnected: status.ready })),
    );
  });
  get("/aggregators", async (c) => answer(c, await forward(c, "/aggregators"), same));
  mountActions(get, forward, deps);
}

function mountActions(
  get: (path: string, handle: (c: Context<AppEnv>) => Promise<Response>) => unknown,
  forward: Forward,
  deps: Deps,
): void {
  const standards = async (c: Context<AppEnv>, slug: string | null) => {
    const protocols = await forward<Protocol[]>(c, "/protocols");
    if (protocols.status !== 200) return answer(c, protocols, same);
    return answer(c, await forward<Action[]>(c, "/actions"), (actions) =>
      standardsOf(deps, { protocols: protocols.body, actions }).filter(
        ({ protocol, forks }) =>
          slug === null || JSON.stringify([protocol, ...forks]).includes(`"slug":"${slug}"`),
      ),
    );
  };
  get("/standards", (c) => standards(c, null));
  get("/standards/:slug", (c) => standards(c, c.req.param("slug") ?? ""));
  get("/actions", async (c) =>
    answer(c, await forward<Action[]>(c, "/actions"), (actions) => actions.map(actionOf)),
  );
  get("/actions/:slug", async (c) => {
    const own = offeredActions(deps).get(c.req.param("slug") ?? "") ?? new Set<string>();
    return answer(c, await forward<Action[]>(c, "/actions"), (actions) =>
      actions.filter(({ name }) => own.has(name)).map(actionOf),
    );
  });
}

/** Balances on one chain, or with `chainId=all` on each. */
async function balances(c: Context<AppEnv>, forward: Forward): Promise<Inner<Balance[]>> {
  const query = innerQuery(c.req.url);
  query.delete("useEoa");
  if (query.get("chainId") !== "all") {
    return forward<Balance[]>(c, "/wallet/balances", { query });
  }
  const networks = await forward<{ id: number }[]>(c, "/networks");
  if (networks.status !== 200) return { ...networks, body: [] };
  const all: Balance[] = [];
  let last: Inner<Balance[]> = { ...networks, body: [] };
  for (const { id } of networks.body) {
    query.set("chainId", String(id));
    last = await forward<Balance[]>(c, "/wallet/balances", { query });
    if (last.status !== 200) return last;
    all.push(...last.body);
  }
  return { ...last, body: all };
}

function same<T>(body: T): T {
  return body;
}

/** What crosses chains has no meaning on one: 422, as all that this API cannot do. */
function unsupportedChain(c: Context<AppEnv>): Response {
  const error = new ServiceError(
    "UNSUPPORTED_CHAIN",
    "bridges are not offered: there is one chain per transaction; use a bridge of your own between two routes.",
  );
  return refused(c, error);
}

function unsupportedFilter(name: string): ServiceError {
  return new ServiceError("ACTION_UNSUPPORTED", `filter ${name} is not supported; leave it out.`, {
    details: [{ path: name, message: "is not supported" }],
  });
}

function refused(c: Context<AppEnv>, error: ServiceError): Response {
  const body = { ...errorBody(error, c.get("requestId")), statusCode: 422 };
  return c.json({ ...body, error: "Unprocessable Entity" }, 422);
}
