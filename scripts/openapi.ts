/**
 * Writes `docs/openapi.json` from the schemas of the API. With `--check` it writes nothing and
 * fails when the file differs.
 */
import { readFile, writeFile } from "node:fs/promises";
import { openApiDocument } from "../src/api/http/routes/openapi.ts";

const file = new URL("../docs/openapi.json", import.meta.url);
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (process.argv.includes("--check")) {
  const committed = await readFile(file, "utf8");
  if (committed !== text) {
    process.stderr.write(
      "docs/openapi.json differs from the API's schemas; run `npm run openapi` and commit it.\n",
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
}
