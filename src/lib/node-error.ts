import { BaseError, RpcRequestError } from "viem";

/**
 * What a node answered instead of a result, somewhere among the causes of a client's error; null
 * where it did not answer.
 */
export function nodeErrorOf(error: unknown): RpcRequestError | null {
  if (!(error instanceof BaseError)) return null;
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  return answer instanceof RpcRequestError ? answer : null;
}
