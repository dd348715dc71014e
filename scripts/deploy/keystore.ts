import * as Encrypted from "ox/Keystore";
import type { Hex } from "viem";
import { z } from "zod";
import { DeployError } from "./failure.ts";

/** Bytes in hexadecimal digits, of which some tools put 0x in front. */
const bytes = z
  .string()
  .transform((digits) => digits.replace(/^0x/, ""))
  .refine((digits) => /^([0-9a-fA-F]{2})+$/.test(digits));
const dklen = z.literal(32);
const count = z.number().int().min(1);

const derivationSchema = z.discriminatedUnion("kdf", [
  z.object({
    kdf: z.literal("scrypt"),
    kdfparams: z.object({ dklen, salt: bytes, n: count, r: count, p: count }),
  }),
  z.object({
    kdf: z.literal("pbkdf2"),
    kdfparams: z.object({ dklen, salt: bytes, c: count, prf: z.literal("hmac-sha256") }),
  }),
]);
const keystoreSchema = z.object({
  version: z.literal(3),
  id: z.string().default(""),
  crypto: z
    .object({
      cipher: z.literal("aes-128-ctr"),
      cipherparams: z.object({ iv: bytes }),
      ciphertext: bytes,
      mac: bytes,
    })
    .and(derivationSchema),
});

/** An encrypted key, not yet opened. */
export interface Keystore {
  /** The private key. @throws DeployError when the password is not the keystore's. */
  open(password: string): Hex;
}

/**
 * Reads a keystore of the Web3 Secret Storage Definition, version 3, as geth, `cast wallet` and
 * others write it.
 *
 * @param name What errors call it.
 * @throws DeployError when `text` is none.
 * @see https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage/
 */
export function readKeystore(text: string, name: string): Keystore {
  const parsed = keystoreSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new DeployError(
      "KEYSTORE_INVALID",
      `${name} is no keystore of version 3 with aes-128-ctr and scrypt or pbkdf2; give a file that geth or cast wallet made.`,
    );
  }
  const keystore = parsed.data;
  return {
    open(password) {
      const key = encryptionKey(keystore, password, name);
      try {
        return Encrypted.decrypt(keystore, key);
      } catch (error) {
        throw new DeployError(
          "WRONG_PASSWORD",
          `The password does not open ${name}; give the one that the keystore was made with.`,
          { cause: error },
        );
      }
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function encryptionKey(
  keystore: z.infer<typeof keystoreSchema>,
  password: string,
  name: string,
): Encrypted.Key {
  try {
    // Not toKeyAsync, which takes r = 1 and p = 8 of scrypt whatever the keystore says.
    return Encrypted.toKey(keystore, { password });
  } catch (error) {
    throw new DeployError(
      "KEYSTORE_INVALID",
      `${name} has parameters of ${keystore.crypto.kdf} that cannot be used; make the keystore anew.`,
      { cause: error },
    );
  }
}
