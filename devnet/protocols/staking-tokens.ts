import { type Address, encodeFunctionData, erc20Abi, type Hex, hexToBigInt, parseAbi } from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { asHex } from "../rpc.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/etherfi/common/constant.go
export const ETHER_FI = {
  pool: "0x308861A430be4cce5502d0A12724771Fc6DaF216",
  eEth: "0x35fA164735182de50811E8e2E824cFb9B6118ac2",
  weEth: "0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee",
} as const satisfies Record<string, Address>;

// https://github.com/mantle-lsp/contracts/blob/afa686bbe9057b16e39786b3a01f21d8fe731af0/README.md
export const MANTLE = {
  staking: "0xe3cBd06D7dadB3F4e6557bAb7EdD924CD1489E8f",
  pauser: "0x29Ab878aEd032e2e2c86FF4A9a9B05e3276cf1f8",
  mEth: "0xd5F7838F5C461fefF7FE49ea5ebaF7728bB0ADfa",
} as const satisfies Record<string, Address>;

// https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/frax-ether/index.js
export const FRAX = {
  minter: "0xbAFA44EFE7901E04E39Dad13167D089C559c1138",
  frxEth: "0x5E8422345238F34275888049021821E8E08CAa1f",
} as const satisfies Record<string, Address>;

// https://github.com/Kelp-DAO/LRT-rsETH/blob/c289b815eb8f3300ed9feab13ef6b8b05515a15c/README.md
export const KELP = {
  pool: "0x036676389e48133B63a802f8635AD39E752D375D",
  oracle: "0x349A73444b1a310BAe67ef67973022020d70020d",
  config: "0x947Cb49334e6571ccBFEF1f1f1178d8469D65ec7",
  rsEth: "0xA1290d69c65A6Fe4DF752f95823fae25cB99e5A7",
} as const satisfies Record<string, Address>;

// https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/renzo/ezeth/constant.go
// https://github.com/KeeperHub/keeperhub/blob/staging/protocols/renzo.ts
export const RENZO = {
  manager: "0x74a09653A083691711cF8215a6ab074BB4e99ef5",
  middleware: "0x08921F17A32110F8df44A3d5007F2acd09Cfae6d",
  ezEth: "0xbf5495Efe5DB9ce00f80364C8B423567e58d2110",
} as const satisfies Record<string, Address>;

// https://github.com/stader-labs/ethx/blob/9d4a9211431d6c0cdf014bd64d3718cba4ce96ab/scripts/safe-scripts/address.json
export const STADER = {
  manager: "0xcf5EA1b38380f6aF39068375516Daf40Ed70D299",
  oracle: "0xF64bAe65f6f2a5277571143A24FaaFDFC0C2a737",
  ethX: "0xA35b1B31Ce002FBF2058D22F30f95D405200A15b",
} as const satisfies Record<string, Address>;

/** Holds what was issued before. */
const HOLDER: Address = generatedAddress("staking-tokens holder");

/** What anyone calls of the devnet's contracts; `report` differs from one to the other. */
export const poolAbi = parseAbi([
  "function report(uint256 totalPooledEther)",
  "function pause(bool paused)",
  "function deposit() payable returns (uint256)",
]);
export const mantleAbi = parseAbi([
  "function report(uint256 controlled, uint256 minimum, uint256 most, uint16 adjustment, bool paused)",
  "function stake(uint256 minimum) payable",
]);
export const fraxAbi = parseAbi(["function togglePauseSubmits()"]);
export const kelpAbi = parseAbi([
  "function report(uint256 price, uint256 minimum, uint256 total, uint256 limit, bool paused)",
]);
export const renzoAbi = parseAbi([
  "function report(uint256[2][] restaked, bool paused, bool depositPaused)",
]);
export const staderAbi = parseAbi([
  "function report(uint256 balance, uint256 supply, uint256 least, uint256 most, bool paused)",
]);
const sharesAbi = parseAbi(["function mintShares(address to, uint256 amount)"]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

const ETHER = 10n ** 18n;
const GAS = 500_000n;
const DEPLOY_GAS = 3_000_000n;
/** Shares, and what one is worth, millionths. */
const MANTLE_STATE = { supply: 200_000n * ETHER, rate: 1_071_000n };
const KELP_STATE = { supply: 150_000n * ETHER, rate: 1_049_000n };
const RENZO_STATE = { supply: 50_000n * ETHER, rate: 1_074_000n };
const STADER_STATE = { supply: 118_600n * ETHER, rate: 1_042_000n };
const WRAPPED = 80_000n * ETHER;
const FRAX_SUPPLY = 100_000n * ETHER;
/** More than is wrapped, for what is minted of the wrapper later. */
const SPARE_SHARES = 400_000n * ETHER;
const MILLION = 1_000_000n;

/**
 * Tokens of staked ether by our own minimal contracts with the originals' arithmetic. weETH keeps
 * the balances that it has as a token of the list.
 */
export const stakingTokens: DevnetProtocol = {
  slug: "staking-tokens",
  compilations: ["own", "stakingTokens"],
  async deploy({ builder, compiled }) {
    const artifact = (name: string) => pickArtifact(compiled.stakingTokens, name);
    const token = pickArtifact(compiled.own, "StandardToken");
    const named = (address: Address, symbol: string) => {
      return { address, artifact: token, args: [symbol, symbol, 18] };
    };
    const { pool, eEth, weEth } = ETHER_FI;
    await deployAt(builder, [
      { address: pool, artifact: artifact("LiquidityPool"), args: [eEth], gas: DEPLOY_GAS },
      { address: eEth, artifact: artifact("EETH"), args: [pool], gas: DEPLOY_GAS },
      { address: weEth, artifact: artifact("WeETH"), args: [pool, eEth], gas: DEPLOY_GAS },
      ...[named(MANTLE.mEth, "mETH"), named(FRAX.frxEth, "frxETH"), named(KELP.rsEth, "rsETH")],
      ...[named(RENZO.ezEth, "ezETH"), named(STADER.ethX, "ETHx")],
      { address: MANTLE.staking, artifact: artifact("MantleStaking"), args: [MANTLE.mEth] },
      { address: MANTLE.pauser, artifact: artifact("MantleStaking"), args: [MANTLE.mEth] },
      { address: FRAX.minter, artifact: artifact("FrxEthMinter"), args: [FRAX.frxEth] },
      ...[KELP.pool, KELP.oracle, KELP.config].map((address) => {
        return { address, artifact: artifact("KelpDeposits"), args: [KELP.rsEth] };
      }),
      ...[RENZO.manager, RENZO.middleware].map((address) => {
        const args = [RENZO.ezEth, RENZO.middleware];
        return { address, artifact: artifact("RestakeManager"), args };
      }),
      ...[STADER.manager, STADER.oracle].map((address) => {
        return { address, artifact: artifact("StaderPools"), args: [STADER.ethX, STADER.oracle] };
      }),
    ]);
    for (const [to, supply] of [
      [weEth, WRAPPED],
      [MANTLE.mEth, MANTLE_STATE.supply],
      [FRAX.frxEth, FRAX_SUPPLY],
      [KELP.rsEth, KELP_STATE.supply],
      [RENZO.ezEth, RENZO_STATE.supply],
      [STADER.ethX, STADER_STATE.supply],
    ] as const) {
      const args = [HOLDER, supply] as const;
      send(builder, to, encodeFunctionData({ abi: tokenAbi, functionName: "mint", args }));
    }
    const controlled = (MANTLE_STATE.supply * MANTLE_STATE.rate) / MILLION;
    reportMantle(builder, [controlled, ETHER / 50n, 10n * MANTLE_STATE.supply, 4, false]);
    const price = (ETHER * KELP_STATE.rate) / MILLION;
    reportKelp(builder, [price, ETHER / 10_000n, KELP_STATE.supply, 10n ** 24n, false]);
    reportRenzo(builder, (RENZO_STATE.supply * RENZO_STATE.rate) / MILLION, [false, false]);
    const balance = (STADER_STATE.supply * STADER_STATE.rate) / MILLION;
    const limits = [ETHER / 10_000n, 10_000n * ETHER] as const;
    reportStader(builder, [balance, STADER_STATE.supply, ...limits, false]);
    await builder.flush();
  },
  /** Shares for all that is wrapped by now, at the list's price. */
  async seed({ builder, tokens }) {
    const { pool, eEth, weEth } = ETHER_FI;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "totalSupply" });
    const answer = await builder.rpc.request("eth_call", [{ to: weEth, data }, "latest"]);
    const shares = hexToBigInt(asHex(answer)) + SPARE_SHARES;
    const price = (symbol: string) => tokenBySymbol(tokens, symbol).priceUsd;
    const ratePpm = BigInt(Math.round((price("weETH") / price("WETH")) * 1e6));
    const minted = { functionName: "mintShares", args: [weEth, shares] } as const;
    send(builder, eEth, encodeFunctionData({ abi: sharesAbi, ...minted }));
    const told = { functionName: "report", args: [(shares * ratePpm) / MILLION] } as const;
    send(builder, pool, encodeFunctionData({ abi: poolAbi, ...told }));
    await builder.flush();
  },
};

/** Mantle's figures, and those of its pauser. */
export function reportMantle(
  builder: Builder,
  args: readonly [bigint, bigint, bigint, number, boolean],
): void {
  const data = encodeFunctionData({ abi: mantleAbi, functionName: "report", args });
  for (const to of [MANTLE.staking, MANTLE.pauser]) send(builder, to, data);
}

/** Kelp's figures, of its pool, oracle and settings alike. */
export function reportKelp(
  builder: Builder,
  args: readonly [bigint, bigint, bigint, bigint, boolean],
): void {
  const data = encodeFunctionData({ abi: kelpAbi, functionName: "report", args });
  for (const to of [KELP.pool, KELP.oracle, KELP.config]) send(builder, to, data);
}

/** What Renzo's operators have together, and whether its manager and its risk oracle pause it. */
export function reportRenzo(
  builder: Builder,
  total: bigint,
  [paused, depositPaused]: readonly [boolean, boolean],
): void {
  const half = total / 2n;
  const restaked = [[1n, half] as const, [half / 3n, total - 1n - half - half / 3n] as const];
  const args = [restaked, paused, depositPaused] as const;
  const data = encodeFunctionData({ abi: renzoAbi, functionName: "report", args });
  for (const to of [RENZO.manager, RENZO.middleware]) send(builder, to, data);
}

/** Stader's figures, of its manager and oracle alike. */
export function reportStader(
  builder: Builder,
  args: readonly [bigint, bigint, bigint, bigint, boolean],
): void {
  const data = encodeFunctionData({ abi: staderAbi, functionName: "report", args });
  for (const to of [STADER.manager, STADER.oracle]) send(builder, to, data);
}

function send(builder: Builder, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: GAS, label: `staking token ${data.slice(0, 10)} of ${to}` });
}
