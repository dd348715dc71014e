import { expect, test } from "vitest";
import { createApp } from "../../../../src/api/http/app.ts";
import { type ErrorBody, errorSchema } from "../../../../src/api/http/error-schema.ts";
import { NATIVE } from "../../../../src/lib/address.ts";
import { fixtureDeps } from "../../fixture/app.ts";
import { ALICE, BOB, USDC, WETH } from "../../fixture/market.ts";

const app = createApp(fixtureDeps());

export const BUNDLE_PATH = `/api/v1/shortcuts/bundle?chainId=1&fromAddress=${ALICE}`;

export type Args = Readonly<Record<string, unknown>>;

/**
 * A body that is refused: with which code, which places in `details`, which status (400 unless
 * told).
 */
export type Case = readonly [
  name: string,
  body: unknown,
  code: string,
  paths: readonly string[],
  status?: number,
];

/** Arguments that are accepted. */
export const route = { tokenIn: USDC, tokenOut: WETH, amountIn: "5" };
export const deposit = { tokenIn: NATIVE, tokenOut: WETH, amountIn: "5" };
export const call = { address: BOB, method: "f", abi: "f(uint256)", args: ["1"] };

export const out = (useOutputOfCallAt: unknown, index?: unknown) => ({
  useOutputOfCallAt,
  ...(index !== undefined && { index }),
});
export const core = (action: string, args: unknown) => ({ protocol: "core", action, args });
export const erc20 = (action: string, args: unknown) => ({ protocol: "erc20", action, args });

export function bad(name: string, body: unknown, ...paths: string[]): Case {
  return [name, body, "INVALID_ARGUMENT", paths];
}

/** A bundle of one `route` with some arguments replaced. */
export function routed(name: string, changes: Args, ...paths: string[]): Case {
  return bad(name, [core("route", { ...route, ...changes })], ...paths);
}

/** The error that a body gets. */
export async function post(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  path = BUNDLE_PATH,
): Promise<ErrorBody> {
  const response = await app.request(path, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  const error = errorSchema.strict().parse(await response.json());
  expect(error.requestId).toBe(response.headers.get("x-request-id"));
  expect(error.statusCode).toBe(response.status);
  return error;
}

/** One test for each body. A text is sent as it is when it starts like a list of actions. */
export function testRefusals(cases: readonly Case[]): void {
  const named = cases.map((one) => [`${one[2]}, ${one[0]}`, one] as const);
  test.each(named)("error: %s", async (_, [, body, code, paths, status = 400]) => {
    const text = typeof body === "string" && body.startsWith("[{") ? body : JSON.stringify(body);
    const error = await post(text);
    expect({ code: error.code, paths: error.details.map(({ path }) => path).sort() }).toEqual({
      code,
      paths: [...paths].sort(),
    });
    expect(error.statusCode).toBe(status);
  });
}
