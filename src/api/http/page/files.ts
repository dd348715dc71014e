import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

/** A file of the page with what it was compressed to when it was built. */
export interface PageFile {
  readonly type: string;
  /** By content encoding; `identity` is always there. */
  readonly bodies: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>;
}

export type Encoding = "br" | "gzip" | "identity";

/**
 * Files of the built page by name, `index.html` and those of `assets/`; null while it is not built.
 */
export type PageFiles = () => ReadonlyMap<string, PageFile> | null;

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

const SUFFIXES: readonly (readonly [Encoding, string])[] = [
  ["br", ".br"],
  ["gzip", ".gz"],
  ["identity", ""],
];

/**
 * Reads the page that `npm run page` builds, once it is there: all of it is a few hundred
 * kilobytes, so it stays in memory. A directory appears whole, as the build renames it.
 */
export function pageFilesOf(directory: string): PageFiles {
  let files: ReadonlyMap<string, PageFile> | null = null;
  return () => {
    if (files === null && existsSync(join(directory, "index.html"))) files = readFiles(directory);
    return files;
  };
}

function readFiles(directory: string): ReadonlyMap<string, PageFile> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const found = new Map<string, PageFile>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const bodies = SUFFIXES.flatMap(([encoding, suffix]) => {
      const path = join(directory, `${name}${suffix}`);
      return existsSync(path) ? [[encoding, Uint8Array.from(readFileSync(path))] as const] : [];
    });
    found.set(name.replaceAll("\\", "/"), { type, bodies: new Map(bodies) });
  }
  return found;
}
