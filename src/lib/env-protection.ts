import { isIP } from "node:net";

/** Who may call, how much, and for how long the service works on it. */
export interface ProtectionEnvironment {
  /** Whether calls need a key even while none exists. */
  readonly requireKey: boolean;
  /** Addresses and subnets (CIDR) of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Cost units per minute that a key may use; 0: any number. */
  readonly ratePerKey: number;
  /**
   * The same for an address that gives no valid key; null: the default, which lets this machine do
   * far more.
   */
  readonly ratePerAddress: number | null;
  /** Milliseconds after which a request is given up. */
  readonly requestTimeoutMs: number;
  /** Routes, quotes and bundles worked on at once. */
  readonly maxConcurrentAnswers: number;
  /** Those that may wait for it. */
  readonly maxWaitingAnswers: number;
}

/** Whether a text is an IP address, or a subnet as `10.0.0.0/8`. */
export function isSubnet(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
