import { numberToHex } from "viem";
import type { ProtocolChain } from "./protocol-chain.ts";

/** More of the native currency than trades spend between two calls. */
const RICH = numberToHex(10n ** 40n);

/** Gives the operator the native currency that trades queued after it need. */
export async function enrich({ builder }: Pick<ProtocolChain, "builder">): Promise<void> {
  await builder.rpc.request("anvil_setBalance", [builder.operator, RICH]);
}
