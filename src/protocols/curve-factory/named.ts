import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { CodeName } from "./codes.ts";

/** A pool that no factory made, of native currency and a coin of 18 decimals; lower-case. */
export interface NamedPool {
  readonly pool: Address;
  readonly lpToken: Address;
  /** In the pool's order. */
  readonly coins: readonly [Address, Address];
  readonly code: Extract<CodeName, "native-averaging" | "native-rated" | "native-plain">;
  /** What tells the second coin's rate; null where it has none. */
  readonly rate: NamedRate | null;
}

/** A view that tells what a coin is worth in native currency, 18 decimals. */
export interface NamedRate {
  readonly of: Address;
  readonly view: string;
  /** Whether it tells how many coins native currency is worth instead. */
  readonly isInverse: boolean;
}

/**
 * Pools by chain. Left out is that of sETH, whose transfers stop at times. The code of the two of
 * wstETH is not published: its functions are those of the pools of 2021 with a rate, and what their
 * views said is what that code gives.
 */
export const NAMED_POOLS: Readonly<Record<number, readonly NamedPool[]>> = {
  1: [
    {
      // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/steth/pooldata.json
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
      pool: "0xdc24316b9ae028f1497c275eb9192a3ea0f67022",
      lpToken: "0x06325440d014e39736583c165c2963ba99faf14e",
      coins: [NATIVE, "0xae7ab96520de3a18e5e111b5eaab095312d7fe84"],
      ...{ code: "native-plain", rate: null },
    },
    {
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
      pool: "0xa1f8a6807c402e4a15ef4eba36528a3fed24e577",
      lpToken: "0xf43211935c781d5ca1a41d2041f397b8a7366c7a",
      coins: [NATIVE, "0x5e8422345238f34275888049021821e8e08caa1f"],
      ...{ code: "native-averaging", rate: null },
    },
    {
      // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/aeth/pooldata.json
      pool: "0xa96a65c051bf88b4095ee1f2451c2a9d43f53ae2",
      lpToken: "0xaa17a236f2badc98ddc0cf999abb47d47fc0a6cf",
      coins: [NATIVE, "0xe95a203b1a91a908f9b9ce46459d101078c2c3cb"],
      code: "native-rated",
      rate: {
        ...{ of: "0xe95a203b1a91a908f9b9ce46459d101078c2c3cb", view: "ratio()" },
        isInverse: true,
      },
    },
    {
      // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/reth/pooldata.json
      pool: "0xf9440930043eb3997fc70e1339dbb11f341de7a8",
      lpToken: "0x53a901d48795c58f485cbb38df08fa96a24669d5",
      coins: [NATIVE, "0x9559aaa82d9649c7a7b220e7c461d2e74c9a3593"],
      code: "native-rated",
      rate: {
        ...{ of: "0x9559aaa82d9649c7a7b220e7c461d2e74c9a3593", view: "getExchangeRate()" },
        isInverse: false,
      },
    },
  ],
  10: [
    {
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/optimism.ts
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/source/curve/plain-oracle/pool_simulator_test.go
      pool: "0xb90b9b1f91a01ea22a182cd84c1e22222e39b415",
      lpToken: "0xefde221f306152971d8e9f181bfe998447975810",
      coins: [NATIVE, "0x1f32b1c2345538c0c6f582fcb022739c4a194ebb"],
      code: "native-rated",
      rate: {
        ...{ of: "0xe59eba0d492ca53c6f46015eea00517f2707dc77", view: "latestAnswer()" },
        isInverse: false,
      },
    },
  ],
  42161: [
    {
      // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/arbitrum.ts
      // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/curve/plain/pool_simulator_test.go
      pool: "0x6eb2dc694eb516b16dc9fbc678c60052bbdd7d80",
      lpToken: "0xdbcd16e622c95acb2650b38ec799f76bfc557a0b",
      coins: [NATIVE, "0x5979d7b546e38e414f7e9822514be443a4800529"],
      code: "native-rated",
      rate: {
        ...{ of: "0xb1552c5e96b312d0bf8b554186f846c40614a540", view: "latestAnswer()" },
        isInverse: false,
      },
    },
  ],
};

const BY_ADDRESS = new Map(
  Object.values(NAMED_POOLS).flatMap((pools) => pools.map((named) => [named.pool, named])),
);

/** The pool of an address; each is on one chain alone. */
export function namedPool(address: Address): NamedPool | undefined {
  return BY_ADDRESS.get(address);
}
