import { describe, expect, test } from "vitest";
import { parseFlags } from "../../../scripts/start/flags.ts";

describe("parseFlags", () => {
  test("default", () => {
    expect(parseFlags([])).toEqual({ trader: "on", console: "warnings", help: "not asked" });
  });

  test("behavior: every flag", () => {
    expect(parseFlags(["--no-trader", "--verbose", "--help"])).toEqual({
      trader: "off",
      console: "everything",
      help: "asked",
    });
  });

  test("error: unknown flag", () => {
    expect(() => parseFlags(["--trader"])).toThrow("Unknown flag --trader");
  });
});
