import type { z } from "@hono/zod-openapi";

/** An action of the bundle: its name and the schema of its arguments, whose descriptions are published. */
export interface Standard {
  readonly name: string;
  readonly args: z.ZodObject;
}
