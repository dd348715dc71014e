import { type Address, encodeFunctionData, parseAbi } from "viem";
import { provideToPair } from "../../devnet/protocols/pair-shares.ts";
import type { DevnetProtocol } from "../../devnet/protocols/protocol.ts";
import { tokenBySymbol } from "../../devnet/token-list.ts";

/** Who holds the shares of the pairs. */
export const PAIR_HOLDER: Address = "0x00000000000000000000000000000000000f00d1";

const factoryAbi = parseAbi([
  "function createPair(address tokenA, address tokenB) returns (address)",
]);

/**
 * Pairs of wrapped ether and another token, with shares of `PAIR_HOLDER`, on a factory that was
 * deployed before.
 *
 * @param pairs Symbol of the other token, and where the pair comes to stand.
 */
export function wethPairs(
  factory: Address,
  pairs: readonly { readonly symbol: string; readonly pair: Address }[],
): DevnetProtocol {
  return {
    slug: "pairs",
    deploy: () => Promise.resolve(),
    async seed({ builder, tokens }) {
      const weth = builder.spec.wrappedNative.address;
      for (const { symbol, pair } of pairs) {
        const token = tokenBySymbol(tokens, symbol).address;
        const data = encodeFunctionData({ abi: factoryAbi, args: [token, weth] });
        builder.queue({ to: factory, data, gas: 4_000_000n, label: `pair of ${symbol}` });
        const amounts = [
          { token, amount: 10n ** 24n },
          { token: weth, amount: 10n ** 20n },
        ];
        provideToPair(builder, { pair, amounts, to: PAIR_HOLDER });
      }
      await builder.flush();
    },
  };
}
