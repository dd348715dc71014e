/** What the middlewares of the HTTP app hand to its handlers. */
export interface AppEnv {
  readonly Variables: {
    requestId: string;
    /** Code of the error that the request failed with. */
    errorCode?: string;
  };
}
