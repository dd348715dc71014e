import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { asset } from "./arguments.ts";
import { standard } from "./standard.ts";

/** Claims the rewards of a position. */
export const harvest = standard({
  name: "harvest",
  args: z.strictObject({
    token: asset.describe("Position or reward token to claim for."),
    primaryAddress: asset.optional().describe("Contract that pays the rewards."),
  }),
  action: (args) =>
    understood({ kind: "harvest", token: args.token, primaryAddress: args.primaryAddress ?? null }),
});
