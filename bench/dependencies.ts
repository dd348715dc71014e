import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";

/**
 * Installs the packages of a benchmark's own lockfile unless they are there. No package runs a
 * script.
 *
 * @param folder Absolute, with a slash at its end; holds package.json and package-lock.json.
 * @throws Error with npm's output when it fails, or when there is no npm.
 */
export async function installDependencies(
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  const stamp = `${folder}node_modules/.installed`;
  const key = createHash("sha256")
    .update(readFileSync(`${folder}package-lock.json`))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  log("installing what to compare with");
  const flags = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  const child = spawn("npm", ["ci", ...flags], {
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
    throw new Error(`npm ci in ${folder} ended with code ${code}; retry.\n${output}${errors}`);
  }
  writeFileSync(stamp, key);
}
