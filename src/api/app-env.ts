/** What the middlewares of the HTTP app hand to its handlers. */
export interface AppEnv {
  readonly Variables: { requestId: string };
}
