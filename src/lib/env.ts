import { join } from "node:path";
import { z } from "zod";
import { CHAINS } from "./chains.ts";
import type { ChainEnvironment, Problem, Source } from "./env-chains.ts";
import { chainVariables } from "./env-chains.ts";
import { isSubnet, type ProtectionEnvironment } from "./env-protection.ts";

export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything the environment decides, validated. */
export interface Environment {
  /** Chains with an RPC URL, by chain id, ascending. */
  readonly chains: ReadonlyMap<number, ChainEnvironment>;
  /** Postgres database of everything; null: the server that `npm start` brings. */
  readonly databaseUrl: string | null;
  /**
   * The database, or a replica of it, as a user who may only read the views, for queries of
   * callers; null: a user of the database that the service makes.
   */
  readonly readerUrl: string | null;
  /** What the schemas of indexed tables are named after. */
  readonly databaseSchema: string;
  /** Where everything is kept that outlives the process. */
  readonly dataDirectory: string;
  readonly host: string;
  /** Port of the API. */
  readonly port: number;
  /** Where callers reach the API, without a slash at the end. */
  readonly publicUrl: string;
  readonly logLevel: LogLevel;
  /** Seconds of the chain's time that the index may be behind before route and quote refuse. */
  readonly maxLagChainSeconds: number;
  /** Seconds an announced block may stay unindexed before they refuse. */
  readonly maxLagSeconds: number;
  readonly pollingIntervalMs: number;
  /** Seconds from the signal to stop for which requests are still taken. */
  readonly stopDelaySeconds: number;
  /** Whether the index keeps the past of its tables, and the volume of pools. */
  readonly history: boolean;
  /** Days of a chain's time after which its past is deleted; null: never. */
  readonly historyDays: number | null;
  /**
   * Dollars that a pool holds at least to be in an index that begins with a state; 0: all are.
   */
  readonly minimumDepthUsd: number;
  /** Initialised ticks of a pool that is read from a node at most. */
  readonly maxPoolTicks: number;
  /**
   * How many pools of each family and chain are compared with the node in how many hours of the
   * chain's time; 0 pools: none.
   */
  readonly reconciliation: { readonly pools: number; readonly hours: number };
  /**
   * Names whose unindexed pools a process of the API reads of a chain's node in a minute at most.
   */
  readonly admissionsPerMinute: number;
  /** Processes of the API, on one port; null: one less than the cores, at least 1. */
  readonly apiProcesses: number | null;
  /** Pools of a chain up to which all of them are in its graph. */
  readonly allPoolsBelow: number;
  /** Dollars that a pool has to hold to be in the graph of a chain with more. */
  readonly minPoolUsd: number;
  /** Part of the quotes that is simulated after the answer, 0 to 1. */
  readonly quoteSampleShare: number;
  readonly protection: ProtectionEnvironment;
  /** Ports of the local chains, by chain id. */
  readonly devnetPorts: ReadonlyMap<number, number>;
}

/** Bad environment variables, all of them at once. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  readonly code = "ENVIRONMENT_INVALID";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ variable, message }) => `  ${variable} ${message}`);
    super(`${problems.length} bad environment variable(s):\n${lines.join("\n")}`);
    this.problems = problems;
  }
}

function wholeNumber(minimum: number, maximum: number, otherwise: string) {
  const remedy = `is not an integer from ${minimum} to ${maximum}; set one or unset it for ${otherwise}.`;
  return z
    .string()
    .regex(/^\d{1,15}$/, remedy)
    .transform(Number)
    .pipe(z.number().min(minimum, remedy).max(maximum, remedy));
}

function integer(minimum: number, maximum: number, fallback: number) {
  return wholeNumber(minimum, maximum, String(fallback)).default(fallback);
}

const PORT = { minimum: 1, maximum: 65_535 };
// Postgres reserves pg_*; `public` belongs to others; defi has the views for analysts; ponder_sync
// is Ponder's cache of the chain; weir_app holds the keys.
const SCHEMA_NAME =
  /^(?!pg_|public$|defi$|information_schema$|ponder_sync$|weir_app$)[a-z_][a-z0-9_]{0,29}$/;

function isPostgresUrl(url: string): boolean {
  return URL.canParse(url) && ["postgres:", "postgresql:"].includes(new URL(url).protocol);
}

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ["http:", "https:"].includes(protocol) && username + password + search + hash === "";
}

const variables = z.object({
  DATABASE_URL: z
    .string()
    .refine(
      isPostgresUrl,
      "is not a postgres:// URL (not shown, it may hold a password); set postgres://user:password@host:5432/name, or unset it for the server that npm start brings.",
    )
    .optional(),
  DATABASE_SCHEMA: z
    .string()
    .regex(
      SCHEMA_NAME,
      "is not a name of 1 to 30 characters a-z, 0-9, _ (public, defi, ponder_sync, weir_app, information_schema and pg_* are reserved); set one or unset it for weir.",
    )
    .default("weir"),
  DATABASE_READER_URL: z
    .string()
    .refine(
      isPostgresUrl,
      "is not a postgres:// URL (not shown, it may hold a password); set postgres://weir_reader:password@host:5432/name or unset it for the database itself.",
    )
    .optional(),
  WEIR_DATA_DIR: z.string().default(join(".weir", "data")),
  HOST: z
    .string()
    .regex(
      /^[A-Za-z0-9.:_-]+$/,
      "is not a host name or address; set one or unset it for 127.0.0.1.",
    )
    .default("127.0.0.1"),
  PORT: integer(PORT.minimum, PORT.maximum, 42_069),
  PUBLIC_URL: z
    .string()
    .refine(
      isWebUrl,
      "is not an http:// or https:// URL without user, query and fragment; set one or unset it for http://127.0.0.1:PORT.",
    )
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `is not one of ${LOG_LEVELS.join(", ")}; set one or unset it for info.`)
    .default("info"),
  MAX_LAG_CHAIN_SECONDS: integer(0, 86_400, 60),
  MAX_LAG_SECONDS: integer(1, 86_400, 30),
  // Ponder refuses less than 100.
  POLLING_INTERVAL_MS: integer(100, 60_000, 1_000),
  STOP_DELAY_SECONDS: integer(0, 60, 1),
  HISTORY: z
    .enum(["on", "off"], "is neither on nor off; set one or unset it for on.")
    .default("on"),
  HISTORY_DAYS: wholeNumber(1, 36_500, "all of it").optional(),
  MIN_POOL_DEPTH_USD: integer(0, 1_000_000_000, 1_000),
  MAX_POOL_TICKS: integer(1, 10_000_000, 10_000),
  RECONCILE_POOLS: integer(0, 100_000, 256),
  RECONCILE_HOURS: integer(1, 8_760, 24),
  ADMISSIONS_PER_MINUTE: integer(1, 100_000, 60),
  REQUIRE_API_KEY: z
    .enum(["true", "false"], "is not true or false; set one or unset it for false.")
    .default("false"),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(",").map((entry) => entry.trim()))
    .refine(
      (list) => list.every(isSubnet),
      "is not a list of IP addresses or subnets (10.0.0.0/8), separated by commas; set one or unset it for none.",
    )
    .default([]),
  RATE_LIMIT_PER_KEY: integer(0, 1_000_000_000, 30_000),
  RATE_LIMIT_PER_ADDRESS: wholeNumber(
    0,
    1_000_000_000,
    "6000, 600000 from this machine",
  ).optional(),
  REQUEST_TIMEOUT_MS: integer(100, 600_000, 10_000),
  MAX_CONCURRENT_ANSWERS: integer(1, 1_000, 8),
  MAX_WAITING_ANSWERS: integer(0, 100_000, 256),
  ALL_POOLS_BELOW: integer(0, 10_000_000, 20_000),
  MIN_POOL_USD: integer(0, 1_000_000_000, 1_000),
  QUOTE_SAMPLE_SHARE: z
    .string()
    .regex(/^(0|1|0?\.\d{1,6})$/, "is not a number from 0 to 1; set one or unset it for 0.01.")
    .transform(Number)
    .default(0.01),
  WEIR_API_PROCESSES: wholeNumber(1, 64, "one less than the cores").optional(),
  DEVNET_PORT_1: integer(PORT.minimum, PORT.maximum, 8_545),
  DEVNET_PORT_80094: integer(PORT.minimum, PORT.maximum, 8_546),
});

/** Every variable that is read, apart from those ending in a chain id. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.shape);

/** Variables whose value is never shown. */
const SECRET: ReadonlySet<string> = new Set(["DATABASE_URL", "DATABASE_READER_URL"]);

/**
 * Validates `source`. A blank variable counts as unset.
 *
 * @throws EnvironmentError naming every bad variable, its value unless that may hold a secret, and
 *   the remedy.
 */
export function readEnvironment(source: Source): Environment {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const chains = chainVariables(given, CHAINS);
  const parsed = variables.safeParse(given);
  const problems = [...chains.problems];
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const variable = String(issue.path[0]);
      const shown = SECRET.has(variable) ? "" : `"${given[variable]}" `;
      problems.push({ variable, message: `${shown}${issue.message}` });
    }
  }
  if (!parsed.success || problems.length > 0) throw new EnvironmentError(problems);

  const { data } = parsed;
  return {
    chains: chains.chains,
    databaseUrl: data.DATABASE_URL ?? null,
    readerUrl: data.DATABASE_READER_URL ?? null,
    databaseSchema: data.DATABASE_SCHEMA,
    dataDirectory: data.WEIR_DATA_DIR,
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL ?? `http://127.0.0.1:${data.PORT}`,
    logLevel: data.LOG_LEVEL,
    maxLagChainSeconds: data.MAX_LAG_CHAIN_SECONDS,
    maxLagSeconds: data.MAX_LAG_SECONDS,
    pollingIntervalMs: data.POLLING_INTERVAL_MS,
    stopDelaySeconds: data.STOP_DELAY_SECONDS,
    history: data.HISTORY === "on",
    historyDays: data.HISTORY_DAYS ?? null,
    minimumDepthUsd: data.MIN_POOL_DEPTH_USD,
    maxPoolTicks: data.MAX_POOL_TICKS,
    reconciliation: { pools: data.RECONCILE_POOLS, hours: data.RECONCILE_HOURS },
    admissionsPerMinute: data.ADMISSIONS_PER_MINUTE,
    apiProcesses: data.WEIR_API_PROCESSES ?? null,
    allPoolsBelow: data.ALL_POOLS_BELOW,
    minPoolUsd: data.MIN_POOL_USD,
    quoteSampleShare: data.QUOTE_SAMPLE_SHARE,
    protection: {
      requireKey: data.REQUIRE_API_KEY === "true",
      trustedProxies: data.TRUSTED_PROXIES,
      ratePerKey: data.RATE_LIMIT_PER_KEY,
      ratePerAddress: data.RATE_LIMIT_PER_ADDRESS ?? null,
      requestTimeoutMs: data.REQUEST_TIMEOUT_MS,
      maxConcurrentAnswers: data.MAX_CONCURRENT_ANSWERS,
      maxWaitingAnswers: data.MAX_WAITING_ANSWERS,
    },
    devnetPorts: new Map([
      [1, data.DEVNET_PORT_1],
      [80_094, data.DEVNET_PORT_80094],
    ]),
  };
}

/** The environment of this process. @throws EnvironmentError */
export function processEnvironment(): Environment {
  return readEnvironment(process.env);
}
