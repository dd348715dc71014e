import { curve } from "../../../devnet/protocols/curve.ts";
import { curveGauge as gauges } from "../../../devnet/protocols/curve-gauge.ts";
import { curveGauge } from "../../../src/protocols/curve-gauge/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

conformsOnChain(curveGauge, {
  chainId: 1,
  protocols: [curve, gauges],
  shake,
  read: ({ client }) => read(client, 1),
});
