/** What the middlewares of the HTTP app hand to its handlers. */
export interface AppEnv {
  readonly Bindings: {
    /** Other end of the connection; absent where the app is called without a server. */
    readonly remoteAddress?: string | undefined;
  };
  readonly Variables: {
    requestId: string;
    /** Whether the request's body is still arriving. */
    awaitsBody?: boolean;
    /** Code of the error that the request failed with. */
    errorCode?: string;
    /** Id of the valid key that the request has; no secret. */
    keyId?: string;
    /** Key or address that the request is counted by; absent where nobody is counted. */
    caller?: string;
    /** Chain that the request names. */
    chainId?: number;
    /** Block that the answer is for. */
    block?: number;
  };
}
