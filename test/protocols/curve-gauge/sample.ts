import type { CurveGauge } from "../../../src/protocols/curve-gauge/pool.ts";

/** A gauge that is a token, with one stream of rewards. */
export const gauge: CurveGauge = {
  id: "0xcfc25170633581bf896cb6cdee170e3e3aa59503",
  address: "0xcfc25170633581bf896cb6cdee170e3e3aa59503",
  slug: "curve-gauge",
  updatedBlock: 1,
  lpToken: "0x3175df0976dfa876431c2e9ee6bc45b65d3473cc",
  kind: "token",
  supply: 10n ** 24n,
  rewards: [
    {
      token: "0xd533a949740bb3306d119cc777fa900ba034cd52",
      rate: 10n ** 16n,
      periodFinish: 604_800n,
    },
  ],
};

/** A gauge of the first version. */
export const position: CurveGauge = {
  ...gauge,
  id: "0xbfcf63294ad7105dea65aa58f8ae5be2d9d0952a",
  address: "0xbfcf63294ad7105dea65aa58f8ae5be2d9d0952a",
  lpToken: "0x6c3f90f043a72fa612cbac8115ee7e52bde6e490",
  kind: "position",
  rewards: [],
};

/** States that the conformance tests run on. */
export const samples: readonly CurveGauge[] = [
  gauge,
  { ...gauge, kind: "own-account" },
  position,
  { ...gauge, supply: 0n },
];
