// Writes docs/chains.md, after a change of what is deployed where.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chainsDocument } from "./docs/chains.ts";

writeFileSync(join(import.meta.dirname, "../docs/chains.md"), chainsDocument());
