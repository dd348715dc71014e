import { type Address, encodeFunctionData } from "viem";
import { RETH, rocketAbi } from "../../../devnet/protocols/rocket-pool.ts";
import { rocketPool } from "../../../src/protocols/rocket-pool/index.ts";
import { conformsOnChain } from "../on-chain.ts";
import { read } from "./read.ts";
import { ROCKET_CHAIN, run, shake } from "./shake.ts";

const HOLDER: Address = "0x00000000000000000000000000000000000f00d1";
const ENDOWMENT = encodeFunctionData({
  abi: rocketAbi,
  functionName: "mint",
  args: [HOLDER, 10n ** 24n],
});

conformsOnChain(rocketPool, {
  ...ROCKET_CHAIN,
  async shake(chain, random, round) {
    if (round === 0) await run(chain, RETH, ENDOWMENT);
    await shake(chain, random);
  },
  read: ({ client }) => read(client, 1),
  holders: () => [HOLDER],
  largest: 10n ** 24n,
});
