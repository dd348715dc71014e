import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { startPostgres } from "../harness/postgres.ts";
import { createIndexDatabase, expireLock, SCHEMA } from "./indexers.ts";
import { type Query, readRows, type TableRows } from "./table-rows.ts";

/** A database for an index, which is looked into while no indexer runs. */
export interface StoppedIndex {
  /** What the indexer is told of it. */
  readonly env: Readonly<Record<string, string>>;
  rows(): Promise<TableRows>;
  /** Lets the lock of a killed indexer, if it had one, expire at once where that does not touch what it left; else the next one waits. */
  expireLock(): Promise<void>;
}

/** Where indexes are kept. */
export interface Engine {
  readonly name: "Postgres" | "PGlite";
  /** Makes an empty database. */
  create(name: string): Promise<StoppedIndex>;
  stop(): Promise<void>;
}

/** Starts a server, or makes a directory for embedded databases. */
export function startEngine(name: Engine["name"]): Promise<Engine> {
  return name === "Postgres" ? startServer() : Promise.resolve(embedded());
}

async function startServer(): Promise<Engine> {
  const server = await startPostgres();
  const closes: (() => Promise<void>)[] = [];
  return {
    name: "Postgres",
    async create(name) {
      const { env, query, close } = await createIndexDatabase(server.url, name);
      closes.push(close);
      return { env, rows: () => readRows(query, SCHEMA), expireLock: () => expireLock(query) };
    },
    async stop() {
      for (const close of closes) await close();
      await server.stop();
    },
  };
}

function embedded(): Engine {
  const root = mkdtempSync(join(tmpdir(), "weir-engine-"));
  return {
    name: "PGlite",
    create: (name) => {
      const directory = join(root, name);
      const rows = () => opened(join(directory, "pglite"), (query) => readRows(query, SCHEMA));
      const env = { WEIR_DATA_DIR: directory };
      return Promise.resolve({ env, rows, expireLock: () => Promise.resolve() });
    },
    stop: async () => rmSync(root, { recursive: true, force: true }),
  };
}

async function opened<T>(directory: string, work: (query: Query) => Promise<T>): Promise<T> {
  const database = new PGlite(directory);
  try {
    return await work(async (statement) => (await database.query<object>(statement)).rows);
  } finally {
    await database.close();
  }
}
