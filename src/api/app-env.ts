/** What the middlewares of the HTTP app hand to its handlers. */
export interface AppEnv {
  readonly Variables: {
    requestId: string;
    /** Code of the error that the request failed with. */
    errorCode?: string;
    /** Chain that the request names. */
    chainId?: number;
    /** Block that the answer is for. */
    block?: number;
  };
}
