import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new key: what its owner is given, and what is stored of it. */
export interface NewKey {
  /** `weir_<id>_<secret>`; given out once. */
  readonly text: string;
  /** The part that is no secret: 12 hexadecimal digits. */
  readonly id: string;
  /** As `hashOf`. */
  readonly hash: string;
}

const ID_BYTES = 6;
const SECRET_BYTES = 32;
/** 32 bytes are 43 characters in base64url. */
const KEY = /^weir_([0-9a-f]{12})_[\w-]{43}$/;
const NOTHING = Buffer.alloc(32);

/** A key with 256 random bits. */
export function newKey(): NewKey {
  const id = randomBytes(ID_BYTES).toString("hex");
  const text = `weir_${id}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { text, id, hash: hashOf(text) };
}

/** The id in a key's text; null when the text has not the form of a key. */
export function keyIdIn(text: string): string | null {
  return KEY.exec(text)?.[1] ?? null;
}

/**
 * SHA-256 of a key in hexadecimal digits. A slow hash protects secrets that can be guessed; 256
 * random bits cannot be, however fast a guess is, and a slow hash would let every wrong key cost
 * the service a tenth of a second.
 */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Whether a key has this hash. Takes the same time wherever they differ, and where there is no hash
 * to compare with.
 *
 * @param hash As `hashOf`; null: of no key, then never.
 */
export function hasHash(text: string, hash: string | null): boolean {
  const expected = hash === null ? NOTHING : Buffer.from(hash, "hex");
  const equal = timingSafeEqual(createHash("sha256").update(text).digest(), expected);
  return equal && hash !== null;
}
