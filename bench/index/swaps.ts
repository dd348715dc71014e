import { encodeFunctionData, numberToHex, parseAbi } from "viem";
import { OPERATOR } from "../../devnet/chains.ts";
import { prepareDevnet } from "../../devnet/index.ts";
import { readManifest } from "../../devnet/manifest.ts";
import { manifestPath } from "../../devnet/prepare.ts";
import { createRpc } from "../../devnet/rpc.ts";

/**
 * Blocks on top that a backfill leaves to live indexing.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/utils/finality.ts
 */
const UNFINALIZED_BLOCKS = 66;
const AMOUNT_IN = 1_000_000n;

// https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/libraries/TickMath.sol
const MIN_SQRT_RATIO = 4_295_128_739n;
const MAX_SQRT_RATIO = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n;

const makerAbi = parseAbi([
  "function swapV2(address pair, bool zeroForOne, uint256 amountIn)",
  "function swapV3(address pool, bool zeroForOne, uint256 amountIn, uint160 sqrtPriceLimitX96)",
]);

/**
 * Mines blocks full of small swaps over all pools of Uniswap's families, then those that stay
 * unfinalized.
 */
export async function mineSwaps(
  { chainId, url }: { readonly chainId: number; readonly url: string },
  { blocks, swapsPerBlock }: { readonly blocks: number; readonly swapsPerBlock: number },
): Promise<void> {
  const rpc = createRpc(url);
  const manifest = readManifest(manifestPath(await prepareDevnet(() => undefined), chainId));
  const hostile = new Set(
    manifest.tokens.filter(({ tier }) => tier === "hostile").map(({ address }) => address),
  );
  const pools = manifest.pools.filter(
    ({ family, token0, token1 }) =>
      ["uniswap-v2", "uniswap-v3"].includes(family) && !hostile.has(token0) && !hostile.has(token1),
  );
  let swaps = 0;
  for (let block = 0; block < blocks; block++) {
    for (let at = 0; at < swapsPerBlock; at++) {
      const pool = pools[swaps % pools.length];
      if (pool === undefined) throw new Error("the devnet has no pool");
      const zeroForOne = Math.floor(swaps / pools.length) % 2 === 0;
      const limit = zeroForOne ? MIN_SQRT_RATIO + 1n : MAX_SQRT_RATIO - 1n;
      const data =
        pool.family === "uniswap-v2"
          ? encodeFunctionData({
              ...{ abi: makerAbi, functionName: "swapV2" },
              args: [pool.address, zeroForOne, AMOUNT_IN],
            })
          : encodeFunctionData({
              ...{ abi: makerAbi, functionName: "swapV3" },
              args: [pool.address, zeroForOne, AMOUNT_IN, limit],
            });
      const gas = numberToHex(400_000);
      await rpc.request("eth_sendTransaction", [
        { from: OPERATOR, to: manifest.marketMaker, data, gas },
      ]);
      swaps += 1;
    }
    await rpc.request("evm_mine");
  }
  await rpc.request("anvil_mine", [numberToHex(UNFINALIZED_BLOCKS)]);
}
