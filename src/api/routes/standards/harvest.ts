import { z } from "@hono/zod-openapi";
import { address } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Claims the rewards of a position. */
export const harvest = {
  name: "harvest",
  args: z.object({
    token: address.describe("Position or reward token to claim for."),
    primaryAddress: address.optional().describe("Contract that pays the rewards."),
  }),
} satisfies Standard;
