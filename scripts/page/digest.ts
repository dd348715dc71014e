import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What the built page depends on; a directory counts with all of its files. */
export const PAGE_SOURCES = [
  ...[
    "package-lock.json",
    "scripts/page",
    "src/lib/chain.ts",
    "src/lib/chains",
    "src/lib/chains.ts",
  ],
  ...["CONTRIBUTING.md", "docs", "web/index.html", "web/src"],
];

/** Fingerprint of all that the page is built from. */
export function pageDigest(root: string): string {
  const hash = createHash("sha256");
  for (const file of PAGE_SOURCES.flatMap((source) => filesOf(root, source))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** A file itself, or those of a directory, in a fixed order. */
function filesOf(root: string, source: string): readonly string[] {
  if (!statSync(join(root, source)).isDirectory()) return [source];
  return readdirSync(join(root, source), { recursive: true, encoding: "utf8" })
    .map((name) => join(source, name))
    .filter((file) => statSync(join(root, file)).isFile())
    .toSorted();
}
