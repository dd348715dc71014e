import { describe, expect, test } from "vitest";
import { csvLine } from "../../../../src/api/http/export/csv.ts";

describe("csvLine", () => {
  test("default", () => {
    expect(csvLine([1, "a", true, null, undefined, ""])).toBe("1,a,true,,,\r\n");
  });

  test("behavior: commas, quotes and line ends are quoted", () => {
    expect(csvLine(["a,b", 'say "x"', "two\nlines", "cr\r"])).toBe(
      '"a,b","say ""x""","two\nlines","cr\r"\r\n',
    );
  });

  test("behavior: lists are JSON", () => {
    expect(csvLine([[{ a: "x" }], []])).toBe('"[{""a"":""x""}]",[]\r\n');
  });

  test("behavior: no text is a formula; numbers stay numbers", () => {
    for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"]) {
      expect(csvLine([text]).replaceAll('"', "").startsWith("'"), text).toBe(true);
    }
    expect(csvLine([-1.5, "0x1", "a=b"])).toBe("-1.5,0x1,a=b\r\n");
  });
});
