import { describe, expect, test } from "vitest";
import { createDescribed } from "./described.ts";

describe("createDescribed", () => {
  const faultOf = createDescribed();
  const page = { total: 0, lastPage: 1, currentPage: 1, perPage: 1_000, prev: null, next: null };
  const answer = (meta: object, more = {}) =>
    faultOf({
      ...{ method: "GET", path: "/api/v1/tokens?page=1", status: 200 },
      ...{ contentType: "application/json", text: JSON.stringify({ data: [], meta }) },
      ...more,
    });

  test("default", () => {
    expect(answer(page)).toBeNull();
  });

  test("error: a body, a status or a type that is not described", () => {
    expect(answer({ ...page, next: "2" })).toContain("must be integer,null");
    expect(answer({ ...page, total: undefined })).toContain("required property 'total'");
    expect(answer(page, { status: 418 })).toContain("418");
    expect(answer(page, { contentType: "text/html" })).toContain("text/html");
  });
});
