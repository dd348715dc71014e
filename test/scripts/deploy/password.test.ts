import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { keystorePassword } from "../../../scripts/deploy/password.ts";

const directory = mkdtempSync(join(tmpdir(), "weir-password-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const nobody = { file: null, value: null, terminal: null };
const silent = () => undefined;

/** What a person types, at once. */
function typing(keys: string): PassThrough {
  const terminal = new PassThrough();
  terminal.write(keys);
  return terminal;
}

describe("keystorePassword", () => {
  test("default: from a file, without the line break at its end", async () => {
    const file = join(directory, "password");
    for (const [content, password] of [
      ["hunter 2\n", "hunter 2"],
      ["hunter 2\r\n", "hunter 2"],
      [" hunter2", " hunter2"],
      ["", ""],
    ] as const) {
      writeFileSync(file, content);
      const sources = { ...nobody, file, value: "ignored" };
      expect(await keystorePassword("key.json", sources, silent)).toBe(password);
    }
  });

  test("behavior: from a variable", async () => {
    const sources = { ...nobody, value: "from a variable", terminal: typing("ignored\n") };
    expect(await keystorePassword("key.json", sources, silent)).toBe("from a variable");
  });

  test("behavior: asked for, with corrections, and never shown", async () => {
    const shown: string[] = [];
    const sources = { ...nobody, terminal: typing("hunterx\u007f2\r") };
    const password = await keystorePassword("key.json", sources, (text) => shown.push(text));
    expect(password).toBe("hunter2");
    expect(shown).toEqual(["Password of key.json: ", "\n"]);
  });

  test("error: NO_KEY when it is asked for and refused by Ctrl-C", async () => {
    const sources = { ...nobody, terminal: typing("hunt\u0003") };
    await expect(keystorePassword("key.json", sources, silent)).rejects.toMatchObject({
      code: "NO_KEY",
    });
  });

  test("error: NO_KEY without any source", async () => {
    await expect(keystorePassword("key.json", nobody, silent)).rejects.toThrow(
      /key\.json.*--password-file/,
    );
  });

  test("error: NO_KEY of a file that is not there", async () => {
    const sources = { ...nobody, file: join(directory, "none") };
    await expect(keystorePassword("key.json", sources, silent)).rejects.toMatchObject({
      code: "NO_KEY",
    });
  });
});
