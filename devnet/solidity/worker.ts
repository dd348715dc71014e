import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { z } from "zod";

/**
 * Compiles one standard-JSON input from standard input with the npm package named in the first argument, and writes the
 * compiler's answer to standard output. A process of its own: old compilers install handlers that end their process.
 */
async function main(): Promise<void> {
  const packageName = z.string().parse(process.argv[2]);
  const compiler: { compile(input: string): string } = createRequire(import.meta.url)(packageName);
  const answer = compiler.compile(await text(process.stdin));
  process.stdout.write(answer);
}

await main();
