import { type Address, encodeAbiParameters, keccak256 } from "viem";
import { describe, expect, test } from "vitest";
import { layoutOf } from "../../../src/api/simulation/layout.ts";

const OWNER: Address = "0x00000000000000000000000000000000000a11ce";
const contract: Address = "0x00000000000000000000000000000000000070ce";
const address = { type: "address" } as const;
const uint256 = { type: "uint256" } as const;

describe("layoutOf", () => {
  test.each([0, 3, 101])("default: Solidity hashes key and position %d", (position) => {
    const slot = keccak256(encodeAbiParameters([address, uint256], [OWNER, BigInt(position)]));
    expect(layoutOf({ contract, slot }, [OWNER])).toEqual({
      ...{ contract, position, compiler: "solidity" },
    });
  });

  test("behavior: a mapping within one is that of the owner", () => {
    const inner = keccak256(encodeAbiParameters([address, uint256], [OWNER, 4n]));
    const slot = keccak256(encodeAbiParameters([address, { type: "bytes32" }], [contract, inner]));
    expect(layoutOf({ contract, slot }, [OWNER, contract])).toEqual({
      ...{ contract, position: 4, compiler: "solidity" },
    });
  });

  test("behavior: Vyper hashes position and key", () => {
    const slot = keccak256(encodeAbiParameters([uint256, address], [7n, OWNER]));
    expect(layoutOf({ contract, slot }, [OWNER])).toEqual({
      ...{ contract, position: 7, compiler: "vyper" },
    });
  });

  test("behavior: any other word tells nothing", () => {
    expect(layoutOf({ contract, slot: keccak256("0x01") }, [OWNER])).toBeNull();
  });
});
