import type { StakedToken } from "../../../src/protocols/staking-tokens/pool.ts";

const ETHER = 10n ** 18n;
const NONE = { adjustmentBps: 0, minimum: 0n, supplied: 0n, cap: null, wrapped: 0n };
const SEEN = { isPaused: false, sincePrice: 10n ** 27n, sinceTimestamp: 1_799_900_000 };

/** ether.fi as in the first transaction of `test/fixtures/staking-tokens`. */
const etherFi: StakedToken = {
  ...{ id: "0x35fa164735182de50811e8e2e824cfb9b6118ac2", slug: "ether-fi", updatedBlock: 1 },
  token: "0x35fa164735182de50811e8e2e824cfb9b6118ac2",
  entry: "0x308861a430be4cce5502d0a12724771fc6daf216",
  wrapper: "0xcd5fe23c85820f7b72d0926fc9b05b43e359b7ee",
  ...NONE,
  ...{ shares: 464_768_412_137_509_601_320_862n, assets: 479_746_451_523_543_911_039_175n },
  ...{ held: 479_746_451_523_543_911_039_175n, wrapped: 400_000n * ETHER },
  ...SEEN,
};
const mantle: StakedToken = {
  ...{ id: "0xd5f7838f5c461feff7fe49ea5ebaf7728bb0adfa", slug: "mantle-staked-ether" },
  ...{ updatedBlock: 1, token: "0xd5f7838f5c461feff7fe49ea5ebaf7728bb0adfa", wrapper: null },
  entry: "0xe3cbd06d7dadb3f4e6557bab7edd924cd1489e8f",
  ...NONE,
  ...{ shares: 469_448_183_427_363_384_875_942n, assets: 491_321_321_208_383_495_845_117n },
  ...{ adjustmentBps: 4, minimum: 20_000_000_000_000_000n, cap: 3_000_000n * ETHER },
  ...{ supplied: 469_448_183_427_363_384_875_942n, held: 491_321_321_208_383_495_845_117n },
  ...SEEN,
};
const kelp: StakedToken = {
  ...{ id: "0xa1290d69c65a6fe4df752f95823fae25cb99e5a7", slug: "kelp", updatedBlock: 1 },
  token: "0xa1290d69c65a6fe4df752f95823fae25cb99e5a7",
  entry: "0x036676389e48133b63a802f8635ad39e752d375d",
  wrapper: null,
  ...NONE,
  ...{ shares: ETHER, assets: 1_049_123_456_789_012_345n, minimum: 100_000_000_000_000n },
  ...{ supplied: 802_460n * ETHER, cap: 1_000_000n * ETHER, held: 841_879n * ETHER },
  ...SEEN,
};

/** Renzo as in `test/fixtures/staking-tokens`. */
const renzo: StakedToken = {
  ...{ id: "0xbf5495efe5db9ce00f80364c8b423567e58d2110", slug: "renzo", updatedBlock: 1 },
  token: "0xbf5495efe5db9ce00f80364c8b423567e58d2110",
  entry: "0x74a09653a083691711cf8215a6ab074bb4e99ef5",
  wrapper: null,
  ...NONE,
  ...{ shares: 293_714_268_825_320_553_419_259n, assets: 310_814_699_517_703_687_265_608n },
  ...{ held: 310_814_699_517_703_687_265_608n, ...SEEN },
};

/** Stader as in `test/fixtures/staking-tokens`. */
const stader: StakedToken = {
  ...{ id: "0xa35b1b31ce002fbf2058d22f30f95d405200a15b", slug: "stader", updatedBlock: 1 },
  token: "0xa35b1b31ce002fbf2058d22f30f95d405200a15b",
  entry: "0xcf5ea1b38380f6af39068375516daf40ed70d299",
  wrapper: null,
  ...NONE,
  ...{ shares: 118_600_315_516_947_203_976_686n, assets: 123_620_470_619_443_769_071_059n },
  ...{ minimum: 100_000_000_000_000n, cap: 10_000n * ETHER },
  ...{ held: 123_620_470_619_443_769_071_059n, ...SEEN },
};

/** States that the conformance tests run on. */
export const samples: readonly StakedToken[] = [
  etherFi,
  mantle,
  kelp,
  { ...mantle, isPaused: true },
  { ...kelp, slug: "frax-ether", shares: 1n, assets: 1n, minimum: 0n, cap: null, supplied: 0n },
  { ...kelp, supplied: 1_000_001n * ETHER },
  { ...mantle, slug: "benqi-staked-avax", ...NONE },
  renzo,
  stader,
  { ...mantle, slug: "lista-liquid-staking", ...NONE },
  { ...mantle, slug: "infrared", ...NONE },
];
