import { BlockList, isIP, isIPv4 } from "node:net";

/** Where a request comes from. */
export type ClientAddress = (
  connection: string | undefined,
  forwarded: string | undefined,
) => string;

/** The address of a request whose connection has none, as in tests. */
const UNKNOWN = "127.0.0.1";
const LOOPBACK = subnets(["127.0.0.0/8", "::1"]);

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return contains(LOOPBACK, address);
}

/**
 * The address that a connection speaks for: its own, unless it is a trusted proxy's; then the last
 * one in `X-Forwarded-For` that is not a trusted proxy's, as everything before it may be made up.
 *
 * @param trustedProxies Addresses and subnets in CIDR notation.
 */
export function clientAddresses(trustedProxies: readonly string[]): ClientAddress {
  const trusted = subnets(trustedProxies);
  return (connection = UNKNOWN, forwarded = "") => {
    let address = plain(connection);
    for (const hop of forwarded.split(",").toReversed()) {
      const candidate = plain(hop.trim());
      if (!contains(trusted, address) || isIP(candidate) === 0) break;
      address = candidate;
    }
    return address;
  };
}

/**
 * What counts as one caller: an IPv4 address, or the 64 bits of an IPv6 address that a network
 * gives to one site.
 */
export function callerOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("%", 1)[0]?.split("::", 2) ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** Without the prefix that IPv4 addresses have on an IPv6 socket. */
function plain(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address;
}

function subnets(list: readonly string[]): BlockList {
  const found = new BlockList();
  for (const entry of list) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (bits === undefined) found.addAddress(address, family);
    else found.addSubnet(address, Number(bits), family);
  }
  return found;
}

function contains(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
}
