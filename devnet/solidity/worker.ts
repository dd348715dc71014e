import { createRequire } from "node:module";
import { z } from "zod";
import "../../contracts/solc-table.cjs";

/**
 * Answers every standard-JSON input that the parent sends with what the compiler of the npm package
 * named in the first argument says of it, and ends with the parent. A process of its own: old
 * compilers install handlers that end their process.
 */
const packageName = z.string().parse(process.argv[2]);
const compiler: { compile(input: string): string } = createRequire(import.meta.url)(packageName);

process.on("message", (input: string) => {
  process.send?.(compiler.compile(input));
});
process.on("disconnect", () => process.exit(0));
