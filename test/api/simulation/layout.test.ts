import {
  type Address,
  encodeAbiParameters,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
  pad,
  stringToHex,
} from "viem";
import { describe, expect, test } from "vitest";
import { layoutOf } from "../../../src/api/simulation/layout.ts";

const OWNER: Address = "0x00000000000000000000000000000000000a11ce";
const contract: Address = "0x00000000000000000000000000000000000070ce";
const address = { type: "address" } as const;
const uint256 = { type: "uint256" } as const;
const WORD = { size: 32 } as const;

describe("layoutOf", () => {
  test.each([0, 3, 101])("default: Solidity hashes key and position %d", (position) => {
    const slot = keccak256(encodeAbiParameters([address, uint256], [OWNER, BigInt(position)]));
    expect(layoutOf({ contract, slot }, [OWNER])).toEqual({
      ...{ contract, scheme: { by: "solidity", position: numberToHex(position, WORD) } },
    });
  });

  test("behavior: a mapping within one is that of the owner", () => {
    const inner = keccak256(encodeAbiParameters([address, uint256], [OWNER, 4n]));
    const slot = keccak256(encodeAbiParameters([address, { type: "bytes32" }], [contract, inner]));
    expect(layoutOf({ contract, slot }, [OWNER, contract])).toEqual({
      ...{ contract, scheme: { by: "solidity", position: numberToHex(4, WORD) } },
    });
  });

  test("behavior: Vyper hashes position and key", () => {
    const slot = keccak256(encodeAbiParameters([uint256, address], [7n, OWNER]));
    expect(layoutOf({ contract, slot }, [OWNER])).toEqual({
      ...{ contract, scheme: { by: "vyper", position: numberToHex(7, WORD) } },
    });
  });

  test("behavior: OpenZeppelin's upgradeable tokens keep theirs where ERC-7201 says", () => {
    const name = BigInt(keccak256(stringToHex("openzeppelin.storage.ERC20")));
    const root = BigInt(keccak256(numberToHex(name - 1n, WORD))) & ~0xffn;
    const balances = keccak256(encodeAbiParameters([address, uint256], [OWNER, root]));
    expect(layoutOf({ contract, slot: balances }, [OWNER])?.scheme).toMatchObject({
      ...{ by: "solidity", position: numberToHex(root, WORD) },
    });
    const inner = keccak256(encodeAbiParameters([address, uint256], [OWNER, root + 1n]));
    const slot = keccak256(encodeAbiParameters([address, { type: "bytes32" }], [contract, inner]));
    expect(layoutOf({ contract, slot }, [OWNER, contract])?.scheme.by).toBe("solidity");
  });

  test("behavior: Solady hashes what it has in memory", () => {
    /** Memory after words were written one after the other, from 0x0c on. */
    const hashOf = (words: readonly (readonly [number, Hex])[], size: number) => {
      const memory = new Uint8Array(0x80);
      for (const [at, value] of words) memory.set(hexToBytes(pad(value, WORD)), at);
      return keccak256(memory.slice(0x0c, 0x0c + size));
    };
    const balance = hashOf(
      [
        [0x0c, "0x87a211a2"],
        [0x00, OWNER],
      ],
      0x20,
    );
    expect(layoutOf({ contract, slot: balance }, [OWNER])?.scheme).toEqual({
      ...{ by: "solady", seed: "0x87a211a2" },
    });
    const allowance = hashOf(
      [
        [0x20, contract],
        [0x0c, "0x7f5e9f20"],
        [0x00, OWNER],
      ],
      0x34,
    );
    expect(layoutOf({ contract, slot: allowance }, [OWNER, contract])?.scheme).toEqual({
      ...{ by: "solady", seed: "0x7f5e9f20" },
    });
  });

  test("behavior: any other word tells nothing", () => {
    expect(layoutOf({ contract, slot: keccak256("0x01") }, [OWNER])).toBeNull();
  });
});
