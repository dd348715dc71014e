import { ponder as registry } from "ponder:registry";
import * as schema from "ponder:schema";
import { processEnvironment } from "../lib/env.ts";
import { recording } from "./recording.ts";
import { twinsOf } from "./twins.ts";

const { history } = processEnvironment();
const twins = twinsOf(schema);

/**
 * Ponder's registry for handlers whose tables have twins: what they write goes to the twins as well, unless the environment turns
 * history off.
 */
export const ponder: Pick<typeof registry, "on"> = {
  on: (name, handle) => {
    if (!history) {
      registry.on(name, handle);
      return;
    }
    registry.on(name, ({ event, context }) => {
      const { number, timestamp } = event.block;
      const db = recording(context.db, twins, { number: Number(number), timestamp });
      return handle({ event, context: { ...context, db } });
    });
  },
};
