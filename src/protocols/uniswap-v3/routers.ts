import type { Address } from "viem";

const SWAP_ROUTER = "0xe592427a0aece92de3edee1f18e0157c05861564";
const SWAP_ROUTER_02 = "0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45";
const PANCAKESWAP_ROUTER = "0x1b81d678ffb9c0263b24a97847620c99d213eb14";
const PANCAKESWAP_SMART_ROUTER = "0x13f4ea83d0bd40e75c8222255bc855a974568dd4";

/**
 * Routers by slug and chain id; those that no public source states are missing. The indexer does
 * not read them.
 */
const ROUTERS: Readonly<Record<string, Readonly<Record<number, readonly Address[]>>>> = {
  // https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
  // https://github.com/Uniswap/docs/tree/8c5d09e23f/docs/contracts/v3/reference/deployments
  "uniswap-v3": {
    1: [SWAP_ROUTER, SWAP_ROUTER_02],
    10: [SWAP_ROUTER, SWAP_ROUTER_02],
    56: ["0xb971ef87ede563556b2ed4b1c0b0019111dd85d2"],
    137: [SWAP_ROUTER, SWAP_ROUTER_02],
    8453: ["0x2626664c2603336e57b271c5c0b26f421741e481"],
    42161: [SWAP_ROUTER, SWAP_ROUTER_02],
    43114: ["0xbb00ff08d01d300023c629e8ffffcb65a5a578ce"],
  },
  // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v3/config.ts
  "oku-trade": { 100: ["0xb5253c895361678ff5d0ffdda81dd02f1f7a81d6"] },
  // https://github.com/pancakeswap/pancake-developer/blob/d74e43a4db/docs/pages/contracts/v3/addresses.md
  "pancakeswap-v3": {
    1: [PANCAKESWAP_ROUTER, PANCAKESWAP_SMART_ROUTER],
    56: [PANCAKESWAP_ROUTER, PANCAKESWAP_SMART_ROUTER],
    8453: [PANCAKESWAP_ROUTER, "0x678aa4bf4e210cf2166753e054d5b7c31cc7fa86"],
    42161: [PANCAKESWAP_ROUTER, "0x32226588378236fd0c7c4053999f88ac0e5cac77"],
  },
  // https://github.com/VeloraDEX/paraswap-dex-lib/blob/aa9c75fcfe/src/dex/uniswap-v3/config.ts
  "pharaoh-v3": { 43114: ["0xc8b8fcbdb5c019d7802ffb0b39603395d7d3915c"] },
};

/** Contracts by which others trade in a deployment's pools. */
export function swapExecuters(slug: string, chainId: number): readonly Address[] {
  return ROUTERS[slug]?.[chainId] ?? [];
}
