import { sushiswapV2 } from "../../../devnet/protocols/sushiswap-v2.ts";
import { uniswapV2 as uniswapV2Contracts } from "../../../devnet/protocols/uniswap-v2.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { pairs, shake } from "./market.ts";
import { read } from "./read.ts";

conformsOnChain(uniswapV2, {
  chainId: 1,
  protocols: [uniswapV2Contracts, sushiswapV2, pairs],
  shake,
  read: ({ client }) => read(client, 1),
});
