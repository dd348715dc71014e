import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type Artifact, artifactSchema } from "../../devnet/solidity/artifact.ts";

const folder = fileURLToPath(new URL("./", import.meta.url));
const modules = `${folder}node_modules/`;
const stamp = `${modules}.installed`;

/**
 * Installs the packages of this folder's lockfile (9 MB) unless they are there. No package runs a script.
 *
 * @throws Error with npm's output when it fails, or when there is no npm.
 */
export async function installDependencies(log: (line: string) => void): Promise<void> {
  const key = createHash("sha256")
    .update(readFileSync(`${folder}package-lock.json`))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  log("installing the contracts to compare with");
  const child = spawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (cause) => {
      reject(new Error("npm did not start; install Node.js with npm and retry.", { cause }));
    });
    child.once("close", resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) {
    throw new Error(`npm ci in bench/gas ended with code ${code}; retry.\n${output}${errors}`);
  }
  writeFileSync(stamp, key);
}

/** Text of a file in a package of this folder, e.g. `@openzeppelin/contracts/package.json`. */
export function packageText(path: string): string {
  return readFileSync(modules + path, "utf8");
}

/** A compiled contract out of a package of this folder. */
export function packageArtifact(path: string): Artifact {
  return artifactSchema.parse(JSON.parse(packageText(path)));
}
