import { createPublicClient, custom, http, type PublicClient, RpcRequestError } from "viem";

/** A client of a node, as if the node did not have some methods. */
export function clientLacking(url: string, methods: readonly string[]): PublicClient {
  const { request } = http(url, { timeout: 60_000 })({});
  const transport = custom(
    {
      async request(asked: { method: string; params?: unknown }) {
        if (!methods.includes(asked.method)) return request(asked);
        const message = `the method ${asked.method} does not exist/is not available`;
        throw new RpcRequestError({ body: asked, error: { code: -32601, message }, url });
      },
    },
    { retryCount: 0 },
  );
  return createPublicClient({ transport, cacheTime: 0 });
}
