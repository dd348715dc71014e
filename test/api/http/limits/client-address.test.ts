import { describe, expect, test } from "vitest";
import {
  callerOf,
  clientAddresses,
  isLoopback,
} from "../../../../src/api/http/limits/client-address.ts";

describe("clientAddresses", () => {
  test("default", () => {
    const addressOf = clientAddresses([]);
    expect(addressOf("203.0.113.7", undefined)).toBe("203.0.113.7");
    expect(addressOf("::ffff:203.0.113.7", undefined)).toBe("203.0.113.7");
    expect(addressOf("2001:db8::1", undefined)).toBe("2001:db8::1");
  });

  test("behavior: nobody is believed who is not trusted", () => {
    expect(clientAddresses([])("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
    const addressOf = clientAddresses(["10.0.0.0/8"]);
    expect(addressOf("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
  });

  test("behavior: behind trusted proxies, the last address that is none of them", () => {
    const addressOf = clientAddresses(["10.0.0.0/8", "127.0.0.1", "fd00::/8"]);
    expect(addressOf("10.1.2.3", "198.51.100.1")).toBe("198.51.100.1");
    expect(addressOf("::ffff:10.1.2.3", "192.0.2.9, 198.51.100.1, 10.9.9.9")).toBe("198.51.100.1");
    expect(addressOf("fd00::2", "2001:db8::5,127.0.0.1")).toBe("2001:db8::5");
  });

  test("behavior: what is no address ends the search", () => {
    const addressOf = clientAddresses(["10.0.0.0/8"]);
    for (const forwarded of [undefined, "", "unknown", "198.51.100.1, x"]) {
      expect(addressOf("10.1.2.3", forwarded)).toBe("10.1.2.3");
    }
  });
});

describe("callerOf", () => {
  test("default", () => {
    expect(callerOf("203.0.113.7")).toBe("203.0.113.7");
    for (const address of ["2001:db8:1:2::1", "2001:0db8:1:2:ffff::", "2001:db8:1:2:3:4:5:6"]) {
      expect(callerOf(address)).toBe("2001:db8:1:2::/64");
    }
    expect(callerOf("::1")).toBe("0:0:0:0::/64");
    expect(callerOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  });
});

describe("isLoopback", () => {
  test("default", () => {
    for (const address of ["127.0.0.1", "127.9.9.9", "::1"]) expect(isLoopback(address)).toBe(true);
    for (const address of ["10.0.0.1", "::", "unknown"]) expect(isLoopback(address)).toBe(false);
  });
});
