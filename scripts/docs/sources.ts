import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Address } from "viem";

/** Finds the public files that state the addresses of a family, as its code names them. */
export type SourcesOf = (on: {
  readonly chainId: number;
  readonly addresses: readonly Address[];
}) => readonly string[];

const CHAIN_KEY = /^\s+(\d[\d_]*): /;
const COMMENT = /^\s*(\/\/|\*|\/\*\*)/;
const URL = /https:\/\/[^\s)*]+/g;

/**
 * The links above an address in the sources of a family, or above the chain that it is listed for;
 * those of other chains do not count.
 *
 * @param folder Of the family's sources.
 */
export function sourcesIn(folder: string): SourcesOf {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  return ({ chainId, addresses }) => {
    const found = new Set<string>();
    for (const lines of files) {
      for (const [at, line] of lines.entries()) {
        if (!addresses.some((address) => line.includes(address))) continue;
        const key = keyAbove(lines, at);
        if (key === null || key.chainId !== chainId) continue;
        const own = linksAbove(lines, at);
        for (const link of own.length > 0 ? own : linksAbove(lines, key.line)) found.add(link);
      }
    }
    return [...found];
  };
}

/** The chain that a line is listed for, and where its entry begins. */
function keyAbove(lines: readonly string[], at: number) {
  for (let line = at; line >= 0; line--) {
    const [, id] = CHAIN_KEY.exec(lines[line] ?? "") ?? [];
    if (id !== undefined) return { chainId: Number(id.replaceAll("_", "")), line };
  }
  return null;
}

/** Links in the comment that ends right above a line. */
function linksAbove(lines: readonly string[], at: number): readonly string[] {
  const links: string[] = [];
  for (let line = at - 1; line >= 0 && COMMENT.test(lines[line] ?? ""); line--) {
    links.unshift(...((lines[line] ?? "").match(URL) ?? []));
  }
  return links;
}
