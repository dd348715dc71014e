import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { STATUS_OF_CODE } from "../../../../src/api/http/errors.ts";
import { ENDPOINTS } from "../../../../src/api/http/routes/endpoints.ts";
import { openApiDocument } from "../../../../src/api/http/routes/openapi.ts";
import { get, queryOf, TRADE } from "../../fixture/app.ts";

const document = openApiDocument();

describe("openApiDocument", () => {
  test("default", async () => {
    expect(document.openapi).toBe("3.1.0");
    expect((await get("/openapi.json")).body).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test("behavior: the committed file is the document of this code", async () => {
    const committed = await readFile(
      new URL("../../../../docs/openapi.json", import.meta.url),
      "utf8",
    );
    expect(committed).toBe(`${JSON.stringify(document, null, 2)}
`);
  });

  test("behavior: every path is served, and every endpoint is described", async () => {
    const paths = Object.keys(document.paths ?? {});
    expect(paths.sort()).toEqual(
      [...ENDPOINTS.map(({ path }) => path), "/health", "/ready"].sort(),
    );
    for (const path of paths) expect((await get(path)).status).not.toBe(404);
  });

  test("behavior: every parameter has a description, every endpoint its errors", () => {
    for (const { path, query, params, aliases, body, errors } of ENDPOINTS) {
      const operation = document.paths?.[path]?.[body === undefined ? "get" : "post"];
      expect(operation?.requestBody === undefined).toBe(body === undefined);
      const parameters = operation?.parameters ?? [];
      const names = parameters.map((parameter) => ("name" in parameter ? parameter.name : ""));
      const inPath = Object.keys(params?.shape ?? {});
      const inQuery = [...Object.keys(query.shape), ...Object.keys(aliases)];
      expect(names.sort()).toEqual([...inPath, ...inQuery].sort());
      for (const parameter of parameters) {
        expect("description" in parameter && parameter.description, path).toBeTruthy();
      }
      for (const code of ["INVALID_ARGUMENT", "INTERNAL", ...errors] as const) {
        expect(operation?.responses?.[STATUS_OF_CODE[code]]?.description).toContain(code);
      }
    }
  });

  test("behavior: required parameters of route and quote", () => {
    for (const path of ["/api/v1/shortcuts/route", "/api/v1/shortcuts/quote"]) {
      const required = (document.paths?.[path]?.get?.parameters ?? [])
        .filter((parameter) => "required" in parameter && parameter.required)
        .map((parameter) => ("name" in parameter ? parameter.name : ""));
      expect(required).toEqual(["fromAddress", "tokenIn", "tokenOut"]);
    }
  });

  test("behavior: answers have the headers that are described, and no other of their own", async () => {
    const paths = [
      "/api/v1/tokens?chainId=1&misspelt=1",
      `/api/v1/shortcuts/route?${queryOf({ ...TRADE, toEOA: "true", nonsense: "1" })}`,
      `/api/v1/shortcuts/quote?${queryOf(TRADE)}`,
      "/api/v1/protocols",
      "/api/v1/tokens?page=0",
    ];
    /** Of HTTP, CORS and compression, which say nothing of an operation. */
    const general =
      /^(content-|access-control-|cross-origin-|origin-agent|referrer|vary|x-(?!request))/;
    for (const path of paths) {
      const { status, headers } = await get(path);
      const operation = document.paths?.[path.split("?")[0] ?? ""]?.get;
      const response = operation?.responses?.[status] as { headers?: object } | undefined;
      const described = Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase());
      const own = [...headers.keys()].filter((name) => !general.test(name));
      // An error is not kept, whatever the operation says.
      expect(described, path).toEqual(
        expect.arrayContaining(own.filter((name) => status === 200 || name !== "cache-control")),
      );
    }
    expect((await get(paths[0] ?? "")).headers.get("warning")).toContain("misspelt");
  });

  test("behavior: every reference resolves", () => {
    const text = JSON.stringify(document);
    const names = new Set(
      [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect(names.size).toBeGreaterThan(5);
    for (const name of names) expect(document.components?.schemas).toHaveProperty(name ?? "");
  });
});
