import type { Context, MiddlewareHandler } from "hono";
import { ServiceError } from "../../lib/errors.ts";
import type { KeyRing } from "../keys/ring.ts";
import type { AppEnv } from "./app-env.ts";
import { type ClientAddress, callerOf, isLoopback } from "./limits/client-address.ts";
import {
  type Allowance,
  type Caller,
  type RateLimits,
  WINDOW_SECONDS,
} from "./limits/rate-limits.ts";

/** Who may call, and how much. */
export interface Access {
  readonly keys: Pick<KeyRing, "needsKey" | "idOf">;
  readonly limits: Pick<RateLimits, "consume">;
  readonly clientAddress: ClientAddress;
  /** Cost units per minute that a key may use; 0: any number. */
  readonly ratePerKey: number;
  /** The same for an address without a valid key; null: the default. */
  readonly ratePerAddress: number | null;
}

/** Cost units per minute of an address, unless the operator says otherwise. */
const DEFAULT_PER_ADDRESS = 6_000;
/** The same for this machine: more than it can answer. */
const DEFAULT_PER_LOOPBACK = 600_000;

/**
 * Lets a request through when it has a valid key, or needs none, and its caller has something left.
 * Whoever has a valid key is counted by it, anybody else by address, also when what he gives is no
 * valid key.
 *
 * Fails with `UNAUTHORIZED` or `RATE_LIMITED`.
 *
 * @param costOf Units of the rate limit that a request to a path costs.
 */
export function accessControl(
  access: Access,
  costOf: (path: string) => number,
): MiddlewareHandler<AppEnv> {
  const { keys, limits, ratePerKey } = access;
  return async (c, next) => {
    const given = keys.needsKey() ? keyIn(c) : null;
    const keyId = given === null ? null : keys.idOf(given);
    if (keyId !== null) c.set("keyId", keyId);
    const caller: Caller =
      keyId === null ? addressOf(c, access) : { kind: "key", id: keyId, quota: ratePerKey };
    c.set("caller", `${caller.kind} ${caller.id}`);
    if (caller.quota > 0) {
      const cost = costOf(c.req.path);
      const allowance = await limits.consume(caller, cost);
      // What the draft calls structured fields:
      // https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
      c.header("ratelimit-policy", `"${caller.kind}";q=${caller.quota};w=${WINDOW_SECONDS}`);
      c.header(
        "ratelimit",
        `"${caller.kind}";r=${allowance.remaining};t=${allowance.resetSeconds}`,
      );
      if (!allowance.allowed) throw rateLimited(caller, cost, allowance);
    }
    if (keys.needsKey() && keyId === null) throw unauthorized(given);
    await next();
  };
}

/**
 * Lets a request through only with a valid key, even where others need none. To be used after
 * `accessControl`.
 */
export const keyRequired: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.get("keyId") === undefined) throw unauthorized(keyIn(c));
  await next();
};

/** The key that a request gives, valid or not; the header wins. Null when it gives none. */
function keyIn(c: Context<AppEnv>): string | null {
  const bearer = /^Bearer +(\S+) *$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (bearer !== undefined) return bearer;
  for (const [name, value] of new URL(c.req.url).searchParams) {
    if (/^apikey(\[0?\])?$/.test(name)) return value;
  }
  return null;
}

function addressOf(c: Context<AppEnv>, { clientAddress, ratePerAddress }: Access): Caller {
  // Whatever its type says, there is no environment where the app is called without a server.
  const address = clientAddress(c.env?.remoteAddress, c.req.header("x-forwarded-for"));
  const otherwise = isLoopback(address) ? DEFAULT_PER_LOOPBACK : DEFAULT_PER_ADDRESS;
  return { kind: "address", id: callerOf(address), quota: ratePerAddress ?? otherwise };
}

function unauthorized(given: string | null): ServiceError {
  const fact = given === null ? "The request has no API key" : "The API key is not valid";
  return new ServiceError(
    "UNAUTHORIZED",
    `${fact}; send a valid one as "Authorization: Bearer <key>" or "?apikey=<key>".`,
  );
}

function rateLimited({ kind, quota }: Caller, cost: number, allowance: Allowance): ServiceError {
  const whose = kind === "key" ? "This key" : "This address";
  const { resetSeconds } = allowance;
  return new ServiceError(
    "RATE_LIMITED",
    `${whose} may use ${quota} cost units in ${WINDOW_SECONDS} s and has fewer than the ${cost} that this request costs; try again in ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  );
}
