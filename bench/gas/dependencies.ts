import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Artifact, artifactSchema } from "../../devnet/solidity/artifact.ts";

/** This folder, whose lockfile names the contracts to compare with. */
export const folder = fileURLToPath(new URL("./", import.meta.url));

/** Text of a file in a package of this folder, e.g. `@openzeppelin/contracts/package.json`. */
export function packageText(path: string): string {
  return readFileSync(`${folder}node_modules/${path}`, "utf8");
}

/** A compiled contract out of a package of this folder. */
export function packageArtifact(path: string): Artifact {
  return artifactSchema.parse(JSON.parse(packageText(path)));
}
