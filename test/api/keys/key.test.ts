import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, test, vi } from "vitest";
import { hasHash, hashOf, keyIdIn, newKey } from "../../../src/api/keys/key.ts";
import { withoutKeys } from "../../../src/lib/logging.ts";

describe("newKey", () => {
  test("default", () => {
    const key = newKey();
    expect(key.text).toMatch(/^weir_[0-9a-f]{12}_[\w-]{43}$/);
    expect(key.text).toContain(`weir_${key.id}_`);
    expect(key.hash).toBe(hashOf(key.text));
  });

  test("behavior: no two are alike", () => {
    expect(new Set(Array.from({ length: 100 }, () => newKey().text)).size).toBe(100);
  });
});

describe("keyIdIn", () => {
  test("default", () => {
    const { id, text } = newKey();
    expect(keyIdIn(text)).toBe(id);
  });

  test("behavior: what has not the form of a key has no id", () => {
    const { text } = newKey();
    for (const other of ["", "weir_", text.slice(1), `${text}x`, text.slice(0, -1), ` ${text}`]) {
      expect(keyIdIn(other)).toBeNull();
    }
  });
});

describe("hasHash", () => {
  test("default", () => {
    const { text, hash } = newKey();
    expect(hasHash(text, hash)).toBe(true);
    expect(hasHash(text, newKey().hash)).toBe(false);
    expect(hasHash(text, null)).toBe(false);
  });

  test("behavior: compares in constant time, also where there is no hash", () => {
    const { text, hash } = newKey();
    const hashes = [hash, newKey().hash, null];
    const compare = vi.spyOn(crypto, "timingSafeEqual");
    syncBuiltinESMExports();
    try {
      for (const other of hashes) hasHash(text, other);
      expect(compare).toHaveBeenCalledTimes(3);
    } finally {
      compare.mockRestore();
      syncBuiltinESMExports();
    }
  });
});

describe("withoutKeys", () => {
  test("default", () => {
    const { id, text } = newKey();
    expect(withoutKeys(`a ${text} b?apikey=${text}&c`)).toBe(
      `a weir_${id}_[redacted] b?apikey=weir_${id}_[redacted]&c`,
    );
  });
});
