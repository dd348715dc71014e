import { join } from "node:path";
import { z } from "zod";
import { CHAINS } from "./chains.ts";
import type { ChainEnvironment, Problem, Source } from "./env-chains.ts";
import { chainVariables } from "./env-chains.ts";
import { isSubnet, type ProtectionEnvironment } from "./env-protection.ts";

export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where the tables are. */
export type DatabaseEnvironment =
  /** Embedded PGlite in `directory`; null: in memory, gone with the process. */
  | { readonly kind: "pglite"; readonly directory: string | null }
  | { readonly kind: "postgres"; readonly url: string };

/** Everything the environment decides, validated. */
export interface Environment {
  /** Chains with an RPC URL, by chain id, ascending. */
  readonly chains: ReadonlyMap<number, ChainEnvironment>;
  readonly database: DatabaseEnvironment;
  /** Streaming replica of the Postgres database, for API processes to read; null: they read the database itself. */
  readonly replicaUrl: string | null;
  /** The Postgres database, or a replica of it, as a user who may only read the views: for queries of callers; null: they may not query. */
  readonly readerUrl: string | null;
  /** Postgres schema of the indexed tables. */
  readonly databaseSchema: string;
  /** Schema of views that show the newest deployment which is ready; null: none are made or followed. */
  readonly viewsSchema: string | null;
  /** Whether the indexer's process serves the API, too. */
  readonly indexerServesApi: boolean;
  /** Where everything is kept that outlives the process. */
  readonly dataDirectory: string;
  readonly host: string;
  /** Port of the API. */
  readonly port: number;
  readonly logLevel: LogLevel;
  /** Blocks the index may be behind the node before route and quote refuse. */
  readonly maxLagBlocks: number;
  /** Seconds an announced block may stay unindexed before they refuse. */
  readonly maxLagSeconds: number;
  readonly pollingIntervalMs: number;
  /** Seconds from the signal to stop for which requests are still taken. */
  readonly stopDelaySeconds: number;
  /** Whether the index keeps the past of its tables, and the volume of pools. */
  readonly history: boolean;
  /** Processes that search for routes; 0: the API's own thread does; null: as many as the machine's cores are good for. */
  readonly searchProcesses: number | null;
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
// Postgres reserves pg_*; `public` belongs to others; defi has the views for analysts; ponder_sync is Ponder's cache of the chain; weir_app holds the keys.
const SCHEMA_NAME =
  /^(?!pg_|public$|defi$|information_schema$|ponder_sync$|weir_app$)[a-z_][a-z0-9_]{0,44}$/;

/** The embedded database, kept in memory. */
const IN_MEMORY = "memory://";

function isPostgresUrl(url: string): boolean {
  return URL.canParse(url) && ["postgres:", "postgresql:"].includes(new URL(url).protocol);
}

const variables = z.object({
  DATABASE_URL: z
    .string()
    .refine(
      (url) => url === IN_MEMORY || isPostgresUrl(url),
      "is not a postgres:// URL (not shown, it may hold a password); set postgres://user:password@host:5432/name, unset it for the embedded database, or set memory:// for one that is gone with the process.",
    )
    .optional(),
  DATABASE_SCHEMA: z
    .string()
    .regex(
      SCHEMA_NAME,
      "is not a schema name of 1 to 45 characters a-z, 0-9, _ (public, defi, ponder_sync, weir_app, information_schema and pg_* are reserved); set one or unset it for weir.",
    )
    .default("weir"),
  DATABASE_REPLICA_URL: z
    .string()
    .refine(
      isPostgresUrl,
      "is not a postgres:// URL (not shown, it may hold a password); set postgres://user:password@host:5432/name or unset it to read the primary.",
    )
    .optional(),
  DATABASE_READER_URL: z
    .string()
    .refine(
      isPostgresUrl,
      "is not a postgres:// URL (not shown, it may hold a password); set postgres://weir_reader:password@host:5432/name or unset it to answer no SQL.",
    )
    .optional(),
  DATABASE_VIEWS_SCHEMA: z
    .string()
    .regex(
      SCHEMA_NAME,
      "is not a schema name of 1 to 45 characters a-z, 0-9, _ (public, defi, ponder_sync, weir_app, information_schema and pg_* are reserved); set one or unset it for none.",
    )
    .optional(),
  WEIR_API: z
    .enum(["on", "off"], "is neither on nor off; set one or unset it for on.")
    .default("on"),
  WEIR_DATA_DIR: z.string().default(join(".weir", "data")),
  HOST: z
    .string()
    .regex(
      /^[A-Za-z0-9.:_-]+$/,
      "is not a host name or address; set one or unset it for 127.0.0.1.",
    )
    .default("127.0.0.1"),
  PORT: integer(PORT.minimum, PORT.maximum, 42_069),
  // Ponder takes PORT of its own process for its private server; a launcher that sets it so passes the API's port here.
  WEIR_API_PORT: wholeNumber(PORT.minimum, PORT.maximum, "PORT").optional(),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `is not one of ${LOG_LEVELS.join(", ")}; set one or unset it for info.`)
    .default("info"),
  MAX_LAG_BLOCKS: integer(0, 1_000_000, 5),
  MAX_LAG_SECONDS: integer(1, 86_400, 30),
  // Ponder refuses less than 100.
  POLLING_INTERVAL_MS: integer(100, 60_000, 1_000),
  STOP_DELAY_SECONDS: integer(0, 60, 1),
  HISTORY: z
    .enum(["on", "off"], "is neither on nor off; set one or unset it for on.")
    .default("on"),
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
  SEARCH_PROCESSES: wholeNumber(0, 64, "one less than the cores, at most 4").optional(),
  DEVNET_PORT_1: integer(PORT.minimum, PORT.maximum, 8_545),
  DEVNET_PORT_80094: integer(PORT.minimum, PORT.maximum, 8_546),
});

function databaseEnvironment(url: string | undefined, dataDirectory: string): DatabaseEnvironment {
  if (url === undefined) return { kind: "pglite", directory: join(dataDirectory, "pglite") };
  return url === IN_MEMORY ? { kind: "pglite", directory: null } : { kind: "postgres", url };
}

/** Every variable that is read, apart from those ending in a chain id. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.shape);

/** Variables whose value is never shown. */
const SECRET: ReadonlySet<string> = new Set([
  "DATABASE_URL",
  "DATABASE_REPLICA_URL",
  "DATABASE_READER_URL",
]);

/**
 * Validates `source`. A blank variable counts as unset.
 *
 * @throws EnvironmentError naming every bad variable, its value unless that may hold a secret, and the remedy.
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
  if (
    given.DATABASE_VIEWS_SCHEMA !== undefined &&
    given.DATABASE_VIEWS_SCHEMA === (given.DATABASE_SCHEMA ?? "weir")
  ) {
    const message = `"${given.DATABASE_VIEWS_SCHEMA}" is the schema of the tables; set another name or unset it for none.`;
    problems.push({ variable: "DATABASE_VIEWS_SCHEMA", message });
  }
  if (!parsed.success || problems.length > 0) throw new EnvironmentError(problems);

  const { data } = parsed;
  return {
    chains: chains.chains,
    database: databaseEnvironment(data.DATABASE_URL, data.WEIR_DATA_DIR),
    replicaUrl: data.DATABASE_REPLICA_URL ?? null,
    readerUrl: data.DATABASE_READER_URL ?? null,
    databaseSchema: data.DATABASE_SCHEMA,
    viewsSchema: data.DATABASE_VIEWS_SCHEMA ?? null,
    indexerServesApi: data.WEIR_API === "on",
    dataDirectory: data.WEIR_DATA_DIR,
    host: data.HOST,
    port: data.WEIR_API_PORT ?? data.PORT,
    logLevel: data.LOG_LEVEL,
    maxLagBlocks: data.MAX_LAG_BLOCKS,
    maxLagSeconds: data.MAX_LAG_SECONDS,
    pollingIntervalMs: data.POLLING_INTERVAL_MS,
    stopDelaySeconds: data.STOP_DELAY_SECONDS,
    history: data.HISTORY === "on",
    searchProcesses: data.SEARCH_PROCESSES ?? null,
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
