import { z } from "@hono/zod-openapi";
import { compileAccountAction } from "../account-action.ts";
import type { PlacedAction } from "../action.ts";
import { asset } from "../argument-schemas.ts";
import { type Asset, resolveAsset } from "../asset.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { sentPrimary } from "../sent-values.ts";
import { type Verb, verb } from "../verb.ts";

/** Tokens that one claim may pay: how many a position pays is known when it is compiled. */
const MAX_REWARDS = 64;

/** Claiming the rewards of a position. */
export interface HarvestAction extends PlacedAction {
  readonly kind: "harvest";
  /** The position that earns, or the token that is paid. */
  readonly token: Asset;
  readonly primaryAddress: Asset | null;
}

/** Claims the rewards of a position. */
export const harvest: Verb<HarvestAction> = verb({
  name: "harvest",
  offeredBy: [],
  operation: null,
  isListed: true,
  isPlanned: false,
  paysOthers: true,
  args: z.strictObject({
    token: asset.describe("Position or reward token to claim for."),
    primaryAddress: asset.optional().describe("Contract that pays the rewards."),
  }),
  action: (args) =>
    understood({ kind: "harvest", token: args.token, primaryAddress: args.primaryAddress ?? null }),
  sent: (action) => ({ token: action.token, ...sentPrimary(action) }),
  amounts: () => [],
  outputFault: (_, index) => among(MAX_REWARDS, index),
  compile: (compiler, action) =>
    compileAccountAction(compiler, action, {
      offer: {
        verb: "harvest",
        given: resolveAsset(compiler.snapshot, action.token, {
          index: action.index,
          argument: "token",
        }),
        wanted: null,
        primaryAddress: action.primaryAddress,
      },
      amount: null,
      limit: null,
    }),
});
