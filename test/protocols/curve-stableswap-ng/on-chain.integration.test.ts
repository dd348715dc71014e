import { curve } from "../../../devnet/protocols/curve.ts";
import { curveNg } from "../../../devnet/protocols/curve-ng.ts";
import { erc4626 } from "../../../devnet/protocols/erc4626.ts";
import { curveStableswapNg } from "../../../src/protocols/curve-stableswap-ng/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

conformsOnChain(curveStableswapNg, {
  chainId: 1,
  protocols: [erc4626, curve, curveNg],
  shake,
  read: ({ client }) => read(client, 1),
});
