import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Abi, Hex } from "viem";
import { z } from "zod";

/** A contract that can be deployed. */
export interface Artifact {
  readonly abi: Abi;
  /** Creation code. */
  readonly bytecode: Hex;
}

/** Any of the artifact shapes of truffle, hardhat, waffle and solc, normalized. */
export const artifactSchema = z
  .object({
    abi: z.custom<Abi>((value) => Array.isArray(value)),
    bytecode: z.union([z.string(), z.object({ object: z.string() })]).optional(),
    evm: z.object({ bytecode: z.object({ object: z.string() }) }).optional(),
  })
  .transform((value, context): Artifact => {
    const given = typeof value.bytecode === "string" ? value.bytecode : value.bytecode?.object;
    const digits = (given ?? value.evm?.bytecode.object ?? "").replace(/^0x/, "");
    if (!/^([0-9a-fA-F]{2})+$/.test(digits)) {
      context.addIssue({ code: "custom", message: "no linked creation code" });
    }
    return { abi: value.abi, bytecode: `0x${digits}` };
  });

const require = createRequire(import.meta.url);

/**
 * Reads an artifact out of an installed npm package.
 *
 * @param path Package name and file, e.g. `@uniswap/v2-core/build/UniswapV2Factory.json`.
 */
export function npmArtifact(path: string): Artifact {
  return artifactSchema.parse(JSON.parse(npmText(path)));
}

/** Text of a file in an installed npm package. */
export function npmText(path: string): string {
  return readFileSync(require.resolve(path), "utf8");
}

/** The artifact of `name`; throws where the compiler gave none. */
export function pickArtifact(
  artifacts: Readonly<Record<string, Artifact>>,
  name: string,
): Artifact {
  const artifact = artifacts[name];
  if (artifact === undefined)
    throw new Error(`No contract ${name} was compiled; check devnet/contracts.`);
  return artifact;
}
