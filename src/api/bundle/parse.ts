import { type ErrorCode, type ErrorDetail, ServiceError } from "../../lib/errors.ts";
import { foreignPositionFaults } from "./asset.ts";
import type { Offers } from "./offers.ts";
import { excerpt, type Fault, isObject, under, unexpected } from "./reading.ts";
import { referenceFaults } from "./references.ts";
import type { Verb } from "./verb.ts";
import { type BundleAction, VERBS, verbNamed } from "./verbs/index.ts";

/** Most actions of a bundle. */
export const MAX_ACTIONS = 50;
/** Longest key of the caller's that a path shows. */
const MAX_KEY = 64;
/** Bad places that the message lists. */
const MAX_LISTED = 5;
/**
 * Bad places that `details` lists: more than a person writes, less than 64 KiB of faults would
 * make.
 */
const MAX_DETAILS = 500;

const SLUG_ALIASES: ReadonlyMap<string, string> = new Map([
  ["enso", "core"],
  ["erc721", "erc20"],
  ["erc1155", "erc20"],
]);
/** Other name of an argument → its name. */
const ARGUMENT_ALIASES = { receiver: "recipient", tokenId: "id" } as const;

type ProblemCode = Extract<
  ErrorCode,
  "INVALID_ARGUMENT" | "UNKNOWN_PROTOCOL" | "ACTION_UNSUPPORTED"
>;

interface Problem extends Fault {
  readonly code: ProblemCode;
}

/**
 * The actions of a bundle's body, checked one by one and against each other.
 *
 * @param body Parsed JSON.
 * @param on.offers What bundles of the chain can be made of.
 * @throws {ServiceError} `INVALID_ARGUMENT`, or where that is all that is wrong `UNKNOWN_PROTOCOL`
 *   or `ACTION_UNSUPPORTED`. `details` names everything that is wrong by its JSON path, up to 500
 *   places.
 */
export function parseBundle(
  body: unknown,
  on: { readonly chainId: number; readonly offers: Offers },
): readonly BundleAction[] {
  if (!Array.isArray(body) || body.length < 1 || body.length > MAX_ACTIONS) {
    const got = Array.isArray(body) ? `${body.length} of them` : excerpt(body);
    const message = `must be a JSON array of 1 to ${MAX_ACTIONS} actions; got ${got}`;
    throw failure([{ code: "INVALID_ARGUMENT", path: ["body"], message }]);
  }
  const problems: Problem[] = [];
  const actions: (BundleAction | null)[] = [];
  for (const [index, item] of body.entries()) {
    const parsed = parseAction(item, { ...on, index, earlier: actions });
    problems.push(
      ...parsed.problems.map(({ path, ...problem }) => ({ ...problem, path: [index, ...path] })),
    );
    actions.push(parsed.action);
  }
  if (problems.length > 0) throw failure(problems);
  return actions.filter((action) => action !== null);
}

interface ParsedAction {
  /** Null when its arguments were not understood. */
  readonly action: BundleAction | null;
  readonly problems: readonly Problem[];
}

function parseAction(
  item: unknown,
  on: {
    readonly index: number;
    readonly chainId: number;
    readonly earlier: readonly (BundleAction | null)[];
    readonly offers: Offers;
  },
): ParsedAction {
  if (!isObject(item)) {
    return refused(faultsOf(item, "an object with protocol, action and args"));
  }
  const { protocol, action: name, args, ...others } = item;
  const problems = refusedAll(
    Object.keys(others).map((key) => ({ path: [key], message: "is no field of an action" })),
  );
  const slug = slugOf(protocol);
  if (slug === null) {
    problems.push(...refusedAll(under("protocol", faultsOf(protocol, "a slug such as core"))));
  }
  const lowered = typeof name === "string" ? name.toLowerCase() : "";
  const verb = verbNamed(lowered);
  if (verb === undefined) {
    const expected = `one of ${VERBS.map(({ name: known }) => known).join(", ")}`;
    problems.push(...refusedAll(under("action", faultsOf(name, expected))));
    return { action: null, problems };
  }
  if (slug !== null) problems.push(...offerProblems(slug, verb.name, on.offers));
  const { action, faults } = parseArguments(verb, args);
  problems.push(...refusedAll(under("args", faults)));
  problems.push(...refusedAll(under("args", foreignPositionFaults(action, on.chainId))));
  const refusedPaths = faults.map(({ path }) => path);
  const references = referenceFaults(args, { earlier: on.earlier, refused: refusedPaths });
  problems.push(...refusedAll(under("args", references)));
  return {
    action: action === null ? null : { ...action, index: on.index, protocol: slug ?? "" },
    problems,
  };
}

function parseArguments(verb: Verb<BundleAction>, args: unknown) {
  if (!isObject(args)) {
    return { action: null, faults: faultsOf(args, `an object of ${verb.name}'s arguments`) };
  }
  const { canonical, given, faults } = withoutAliases(verb, args);
  const reading = verb.read(canonical);
  if (reading.ok) return { action: faults.length === 0 ? reading.value : null, faults };
  const asGiven = reading.faults.map(({ path: [key = "", ...path], message }) => ({
    path: [given.get(String(key)) ?? key, ...path],
    message,
  }));
  return { action: null, faults: [...faults, ...asGiven] };
}

/** Arguments under their own names, and how each renamed one was given. */
function withoutAliases(verb: Verb<BundleAction>, args: Readonly<Record<string, unknown>>) {
  const canonical: Record<string, unknown> = { ...args };
  const given = new Map<string, string>();
  const faults: Fault[] = [];
  for (const [alias, name] of Object.entries(ARGUMENT_ALIASES)) {
    if (!Object.hasOwn(args, alias) || !Object.hasOwn(verb.args.shape, name)) continue;
    delete canonical[alias];
    if (Object.hasOwn(args, name)) {
      faults.push({ path: [alias], message: `is another name of ${name}; send one of them` });
      continue;
    }
    canonical[name] = args[alias];
    given.set(name, alias);
  }
  return { canonical, given, faults };
}

/** Lower-case slug, also of a list of one; null: none. */
function slugOf(protocol: unknown): string | null {
  const value: unknown = Array.isArray(protocol) && protocol.length === 1 ? protocol[0] : protocol;
  if (typeof value !== "string" || !/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(value)) return null;
  const slug = value.toLowerCase();
  return SLUG_ALIASES.get(slug) ?? slug;
}

function offerProblems(
  slug: string,
  name: BundleAction["kind"],
  offers: Offers,
): readonly Problem[] {
  const offered = offers.get(slug);
  if (offered === undefined) {
    return [
      { code: "UNKNOWN_PROTOCOL", path: ["protocol"], message: `${slug} is no known protocol` },
    ];
  }
  if (offered.has(name)) return [];
  const list = offered.size === 0 ? "nothing on this chain" : [...offered].join(", ");
  const message = `${name} is not offered by ${slug}, which offers ${list}`;
  return [{ code: "ACTION_UNSUPPORTED", path: ["action"], message }];
}

function faultsOf(value: unknown, expected: string): readonly Fault[] {
  const reading = unexpected(value, expected);
  return reading.ok ? [] : reading.faults;
}

function refused(faults: readonly Fault[]): ParsedAction {
  return { action: null, problems: refusedAll(faults) };
}

function refusedAll(faults: readonly Fault[]): Problem[] {
  return faults.map((fault) => ({ ...fault, code: "INVALID_ARGUMENT" }));
}

function failure(problems: readonly Problem[]): ServiceError {
  const details = problems.slice(0, MAX_DETAILS).map(
    ({ path, message }): ErrorDetail => ({
      path: path.map((key) => String(key).slice(0, MAX_KEY)).join("."),
      message,
    }),
  );
  const has = (code: ProblemCode) => problems.some((problem) => problem.code === code);
  const code =
    (["INVALID_ARGUMENT", "UNKNOWN_PROTOCOL"] as const).find(has) ?? "ACTION_UNSUPPORTED";
  const listed = details.slice(0, MAX_LISTED).map(({ path, message }) => `${path} ${message}`);
  const left = problems.length - listed.length;
  const more = left > 0 ? `; and ${left} more` : "";
  const first = problems.find((problem) => problem.code === code)?.path[0];
  return new ServiceError(code, `Invalid bundle: ${listed.join("; ")}${more}.`, {
    details,
    data: typeof first === "number" ? { index: first } : {},
  });
}
