import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chainsDocument } from "../../scripts/docs/chains.ts";
import { sourcesIn } from "../../scripts/docs/sources.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";

const root = join(import.meta.dirname, "../..");
const written = readFileSync(join(root, "docs/chains.md"), "utf8");

describe("docs/chains.md", () => {
  test("default: what the code's tables make; run scripts/chains-doc.ts after a change", () => {
    expect(written).toBe(chainsDocument());
  });

  test("behavior: every chain with every deployment", () => {
    for (const { chainId, name } of CHAINS.values()) {
      const [, section = ""] = written.split(`\n## ${name}\n`);
      const own = section.split("\n## ")[0] ?? "";
      for (const { family, deployments } of PROTOCOLS) {
        for (const { slug, chains } of deployments) {
          expect(own.includes(`| ${family} | ${slug} |`), `${name} ${slug}`).toBe(
            chainId in chains,
          );
        }
      }
    }
  });
});

describe("sourcesIn", () => {
  const find = sourcesIn(join(root, "src/protocols/uniswap-v4"));
  const manager = PROTOCOLS.flatMap(({ deployments }) => deployments).find(
    ({ slug }) => slug === "uniswap-v4",
  )?.chains[1]?.contracts as { readonly manager: `0x${string}` };

  test("default: the links above the chain's entry", () => {
    const links = find({ chainId: 1, addresses: [manager.manager] });
    expect(links.some((link) => link.includes("v4-subgraph"))).toBe(true);
  });

  test("behavior: none of another chain's", () => {
    expect(find({ chainId: 10, addresses: [manager.manager] })).toEqual([]);
  });
});
