/**
 * A start that cannot go on, for a reason that the user can change. Printed without a stack; exit
 * code 1.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The user asked to stop. Not a failure: exit code 0. */
export class StopRequest extends Error {
  override readonly name = "StopRequest";
}
