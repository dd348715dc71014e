import { defineConfig } from "drizzle-kit";

/** Of `npm run migrations`, after a change of the schema. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./src/api/records/schema.ts",
  out: "./src/api/records/migrations",
});
