import type { Address } from "viem";
import { deployAt } from "../deploy-at.ts";
import { npmArtifact } from "../solidity/artifact.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v2/reference/smart-contracts/08-deployment-addresses.md
export const UNISWAP_V2_FACTORY: Address = "0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f";
const UNISWAP_V2_ROUTER: Address = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";
export const UNISWAP_V2_FACTORY_ON_BASE: Address = "0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6";
const UNISWAP_V2_ROUTER_ON_BASE: Address = "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24";
// https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/registries/uniswapV2.js
export const KODIAK_V2_FACTORY: Address = "0x5e705e184D233FF2A7cb1553793464a9d0C3028F";
// https://github.com/dapdaps/berachain-interface/blob/53d8a69922/src/configs/pools/kodiak.ts
const KODIAK_V2_ROUTER: Address = "0xd91dd58387Ccd9B66B390ae2d7c66dBD46BC6022";

/**
 * Uniswap V2: factory and router with the published bytecode, so that pairs get their mainnet
 * addresses.
 */
export const uniswapV2: DevnetProtocol = {
  slug: "uniswap-v2",
  async deploy({ builder }) {
    const { chainId, wrappedNative } = builder.spec;
    const [factory, router] =
      chainId === 1
        ? [UNISWAP_V2_FACTORY, UNISWAP_V2_ROUTER]
        : [UNISWAP_V2_FACTORY_ON_BASE, UNISWAP_V2_ROUTER_ON_BASE];
    await deployAt(builder, [
      {
        address: factory,
        artifact: npmArtifact("@uniswap/v2-core/build/UniswapV2Factory.json"),
        args: [builder.operator],
      },
      {
        address: router,
        artifact: npmArtifact("@uniswap/v2-periphery/build/UniswapV2Router02.json"),
        args: [factory, wrappedNative.address],
      },
    ]);
  },
};

/**
 * Kodiak V2 on Berachain: the addresses of its factory and router with Uniswap's bytecode; pair
 * addresses differ from the real ones.
 */
export const kodiakV2: DevnetProtocol = {
  slug: "kodiak-v2",
  async deploy({ builder }) {
    const { wrappedNative } = builder.spec;
    await deployAt(builder, [
      {
        address: KODIAK_V2_FACTORY,
        artifact: npmArtifact("@uniswap/v2-core/build/UniswapV2Factory.json"),
        args: [builder.operator],
      },
      {
        address: KODIAK_V2_ROUTER,
        artifact: npmArtifact("@uniswap/v2-periphery/build/UniswapV2Router02.json"),
        args: [KODIAK_V2_FACTORY, wrappedNative.address],
      },
    ]);
  },
};
