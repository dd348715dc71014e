import { type Address, hexToBigInt, keccak256, parseAbi, stringToHex } from "viem";
import type { ChainService } from "../chain/service.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { askedNode } from "./asked-node.ts";

/** @see https://github.com/Uniswap/permit2/blob/cc56ad0f3439c502c246fc5cfcc3db92bb8b7219/src/SignatureTransfer.sol */
const BITMAP = parseAbi([
  "function nonceBitmap(address owner, uint256 word) view returns (uint256)",
]);
const WORD_BITS = 256n;

/**
 * An unused nonce of Permit2's signature transfers. Those are unordered: 248 bits name a word, 8 a
 * bit of it. It follows from block and request alone, so that the same request at the same block
 * has the same bytes, and no two others have the same nonce but by chance.
 *
 * @param request Anything that JSON and integers can say.
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE`.
 */
export async function permit2Nonce(
  service: ChainService,
  { block }: Snapshot,
  { owner, request }: { readonly owner: Address; readonly request: object },
): Promise<bigint> {
  const text = JSON.stringify([block.hash, request], (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  for (let digest = keccak256(stringToHex(text)); ; digest = keccak256(digest)) {
    const drawn = hexToBigInt(digest);
    const word = drawn / WORD_BITS;
    const used = await askedNode(service, () =>
      service.client.readContract({
        address: service.chain.permit2,
        abi: BITMAP,
        functionName: "nonceBitmap",
        args: [owner, word],
        blockNumber: BigInt(block.number),
      }),
    );
    for (let tried = 0n; tried < WORD_BITS; tried++) {
      const bit = (drawn + tried) % WORD_BITS;
      if ((used >> bit) % 2n === 0n) return word * WORD_BITS + bit;
    }
  }
}
