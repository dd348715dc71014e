import type { WrappedNative } from "../../../src/protocols/wrapped-native/pool.ts";

const WETH = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";

/** States that the conformance tests run on. */
export const samples: readonly WrappedNative[] = [
  { id: WETH, slug: "weth", updatedBlock: 0, token: WETH },
];
