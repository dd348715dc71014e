import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const CACHE = fileURLToPath(new URL("../.weir/cache/", import.meta.url));

/** What a compiler made of something, and where it is kept. */
export interface Compiled<T> {
  /**
   * In the repository, so that whoever starts from a bare clone waits for no compiler:
   * `npm run build:contracts` writes it.
   */
  readonly file: string;
  /** Of the sources, the settings and the compiler's version: 16 hex digits. */
  readonly key: string;
  readonly schema: z.ZodType<T>;
}

/** Key of a compilation, from all that its output depends on. */
export function compilationKey(compilerVersion: string, input: string): string {
  return createHash("sha256").update(compilerVersion).update(input).digest("hex").slice(0, 16);
}

/**
 * What the repository has, where its key is the present one, or what `.weir/cache` has while
 * sources are being changed; null when it has to be compiled.
 */
export function readCompiled<T>({ file, key, schema }: Compiled<T>): T | null {
  const committed = readIfThere(file, z.object({ key: z.string(), output: z.unknown() }));
  if (committed?.key === key) return schema.parse(committed.output);
  return readIfThere(join(CACHE, `compiled-${key}.json`), schema);
}

/** Keeps an output in `.weir/cache`. */
export function cacheCompiled<T>({ key }: Compiled<T>, output: T): void {
  write(join(CACHE, `compiled-${key}.json`), JSON.stringify(output));
}

/** Writes an output into the repository. */
export function commitCompiled<T>({ file, key }: Compiled<T>, output: T): void {
  write(file, `${JSON.stringify({ key, output })}\n`);
}

function readIfThere<T>(file: string, schema: z.ZodType<T>): T | null {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, "utf8"))) : null;
}

/** Renamed into place, so that a process that reads at this moment never sees half a file. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
