import { pgSchema } from "drizzle-orm/pg-core";

/**
 * The schema of what Weir keeps for itself, beside the indexer's, which drops and fills its own
 * anew. Not exported from `schema.ts`: the migrator creates the schema, as it keeps its journal
 * there, so that no migration may.
 */
export const weirApp = pgSchema("weir_app");
