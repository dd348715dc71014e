import { createCipheriv, randomBytes, scryptSync } from "node:crypto";
import { hexToBytes, keccak256 } from "viem";
import { describe, expect, test } from "vitest";
import { readKeystore } from "../../../scripts/deploy/keystore.ts";

// https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage/
const PASSWORD = "testpassword";
const SECRET = "0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";
const SCRYPT = {
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "83dbcc02d8ccb40e466191a123791e0e" },
    ciphertext: "d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c",
    kdf: "scrypt",
    kdfparams: {
      dklen: 32,
      n: 262144,
      p: 8,
      r: 1,
      salt: "ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19",
    },
    mac: "2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097",
  },
  id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
  version: 3,
};
const PBKDF2 = {
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "6087dab2f9fdbbfaddc31a909735c1e6" },
    ciphertext: "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
    kdf: "pbkdf2",
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: "hmac-sha256",
      salt: "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd",
    },
    mac: "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2",
  },
  id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
  version: 3,
};

const LIGHT = { n: 1_024, r: 8, p: 1 };
const read = (keystore: unknown) => readKeystore(JSON.stringify(keystore), "key.json");
const withParameters = (changed: object) => ({
  ...SCRYPT,
  crypto: { ...SCRYPT.crypto, kdfparams: { ...SCRYPT.crypto.kdfparams, ...changed } },
});

/** `SECRET` as a keystore, by Node's own functions. */
function madeByNode({ n, r, p }: { readonly n: number; readonly r: number; readonly p: number }) {
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const derived = scryptSync("pässword", salt, 32, { N: n, r, p, maxmem: 2 ** 29 });
  const cipher = createCipheriv("aes-128-ctr", derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(hexToBytes(SECRET)), cipher.final()]);
  return {
    version: 3,
    address: "008aeeda4d805471df9b2a5b0f38a0c3bcba786b",
    crypto: {
      cipher: "aes-128-ctr",
      cipherparams: { iv: iv.toString("hex") },
      ciphertext: ciphertext.toString("hex"),
      kdf: "scrypt",
      kdfparams: { dklen: 32, n, r, p, salt: salt.toString("hex") },
      mac: keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2),
    },
  };
}

describe("readKeystore", () => {
  test.each([
    ["scrypt", SCRYPT],
    ["pbkdf2", PBKDF2],
  ])("default: %s", (_, keystore) => {
    expect(read(keystore).open(PASSWORD)).toBe(SECRET);
  });

  test.each([
    ["geth's light keystores", { n: 4_096, r: 8, p: 6 }],
    ["cast wallet", { n: 8_192, r: 8, p: 1 }],
  ])("behavior: the parameters of %s", (_, parameters) => {
    expect(read(madeByNode(parameters)).open("pässword")).toBe(SECRET);
  });

  test("error: WRONG_PASSWORD", () => {
    const open = () => read(madeByNode(LIGHT)).open("another");
    expect(open).toThrow(expect.objectContaining({ code: "WRONG_PASSWORD" }));
    expect(open).toThrow("key.json");
    expect(open).not.toThrow("another");
  });

  test("error: WRONG_PASSWORD of a changed ciphertext", () => {
    const made = madeByNode(LIGHT);
    const ciphertext = `${made.crypto.ciphertext.startsWith("0") ? 1 : 0}${made.crypto.ciphertext.slice(1)}`;
    const changed = read({ ...made, crypto: { ...made.crypto, ciphertext } });
    expect(() => changed.open("pässword")).toThrow(
      expect.objectContaining({ code: "WRONG_PASSWORD" }),
    );
  });

  test("error: KEYSTORE_INVALID when scrypt cannot use its parameters", () => {
    expect(() => read(withParameters({ n: 262_143 })).open(PASSWORD)).toThrow(
      expect.objectContaining({ code: "KEYSTORE_INVALID" }),
    );
  });

  test.each([
    ["no JSON", "key"],
    ["another version", JSON.stringify({ ...SCRYPT, version: 1 })],
    ["no crypto", JSON.stringify({ version: 3 })],
    [
      "another cipher",
      JSON.stringify({ ...SCRYPT, crypto: { ...SCRYPT.crypto, cipher: "aes-256-gcm" } }),
    ],
    ["another derivation", JSON.stringify({ ...SCRYPT, crypto: { ...SCRYPT.crypto, kdf: "md5" } })],
    ["a salt that is not hexadecimal", JSON.stringify(withParameters({ salt: "xyz" }))],
    ["a short derived key", JSON.stringify(withParameters({ dklen: 16 }))],
  ])("error: KEYSTORE_INVALID of %s", (_, text) => {
    expect(() => readKeystore(text, "key.json")).toThrow(
      expect.objectContaining({ code: "KEYSTORE_INVALID" }),
    );
  });
});
