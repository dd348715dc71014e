import { describe, expect, test } from "vitest";
import { get } from "../../fixture/app.ts";

interface Project {
  readonly id: string;
  readonly chains: readonly { readonly id: number }[];
  readonly protocols: readonly string[];
}

describe("GET /api/v1/projects", () => {
  test("default: every protocol is of one project", async () => {
    const projects = (await get("/api/v1/projects")).body as Project[];
    const protocols = (await get("/api/v1/protocols")).body as { slug: string }[];
    expect(projects.flatMap((project) => project.protocols).sort()).toEqual(
      protocols.map(({ slug }) => slug),
    );
    const sushi = projects.find(({ id }) => id === "sushiswap");
    expect(sushi?.protocols).toContain("sushiswap-v2");
    expect(sushi?.chains).toContainEqual({ id: 1, name: "mainnet" });
    expect(projects.map(({ id }) => id)).toEqual(projects.map(({ id }) => id).sort());
  });
});

describe("GET /api/v1/projects/{project}/protocols", () => {
  test("default", async () => {
    const { body } = await get("/api/v1/projects/SushiSwap/protocols");
    const listed = (await get("/api/v1/protocols?slug=sushiswap-v2")).body as object[];
    expect(body).toContainEqual(listed[0]);
  });

  test("error: NOT_FOUND", async () => {
    expect((await get("/api/v1/projects/nobody/protocols")).body).toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining("nobody"),
    });
  });
});

describe("GET /api/v1/aggregators", () => {
  test("default: there are none", async () => {
    expect((await get("/api/v1/aggregators")).body).toEqual([]);
  });
});
