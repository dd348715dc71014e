import {
  type Abi,
  type Address,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toFunctionSelector,
  zeroAddress,
} from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { type Artifact, npmArtifact, pickArtifact } from "../solidity/artifact.ts";
import { linkedArtifact } from "../solidity/linked-artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://unpkg.com/@pendle/core-v2@6.11.0/deployments/1-core.json
export const ROUTER: Address = "0x888888888889758f76e7103c6cbf23abbf58f946";
export const YIELD_FACTORY: Address = "0x3E6EBa46AbC5ab18ED95F6667d8B2fd4020E4637";
export const MARKET_FACTORY: Address = "0x6d247b1c044fA1E22e6B04fA9F71Baf99EB29A9f";

/** Pays PENDLE to markets; an own contract. */
export const GAUGE_CONTROLLER = generatedAddress("pendle gauge controller");
/** The SY of wstETH; an own contract. */
export const SY_WSTETH = generatedAddress("pendle SY wstETH");

const PARTS = {
  ...{ oracle: generatedAddress("pendle oracle library") },
  ...{ storage: generatedAddress("pendle storage"), treasury: generatedAddress("pendle treasury") },
  ...{ yieldFactory: generatedAddress("pendle yields"), yields: codeAddresses("yield") },
  ...{ marketFactory: generatedAddress("pendle markets"), markets: codeAddresses("market") },
};
/** What the router does: trades of PT and YT, which call it back, and liquidity. */
const FACETS = [
  { address: generatedAddress("pendle PT"), path: "router/ActionSwapPTV3" },
  { address: generatedAddress("pendle YT"), path: "router/ActionSwapYTV3" },
  { address: generatedAddress("pendle callback"), path: "router/ActionCallbackV3" },
  { address: generatedAddress("pendle liquidity"), path: "router/ActionAddRemoveLiqV3" },
];
const ARTIFACTS = "@pendle/core-v2/build/artifacts/contracts";

/** What anyone, or the operator, can do with the devnet's contracts beyond trading. */
export const pendleAbi = parseAbi([
  "function createYieldContract(address SY, uint32 expiry, bool doCacheIndexSameBlock) returns (address, address)",
  "function getPT(address SY, uint256 expiry) view returns (address)",
  "function getYT(address SY, uint256 expiry) view returns (address)",
  "function createNewMarket(address PT, int256 scalarRoot, int256 initialAnchor, uint80 lnFeeRateRoot) returns (address)",
  "function setOverriddenFee(address router, address market, uint80 newFee)",
  "function setTreasuryAndFeeReserve(address treasury, uint8 reserveFeePercent)",
  "function setSelectorToFacets((address facet, bytes4[] selectors)[] arr)",
  "function mintPY(address receiverPT, address receiverYT) returns (uint256)",
  "function redeemPY(address receiver) returns (uint256)",
  "function mint(address receiver, uint256 netSyDesired, uint256 netPtDesired) returns (uint256, uint256, uint256)",
  "function burn(address receiverSy, address receiverPt, uint256 netLpToBurn) returns (uint256, uint256)",
  "function swapExactPtForSy(address receiver, uint256 exactPtIn, bytes data) returns (uint256, uint256)",
  "function swapSyForExactPt(address receiver, uint256 exactPtOut, bytes data) returns (uint256, uint256)",
  "function deposit(address receiver, address tokenIn, uint256 amount, uint256 least) payable returns (uint256)",
  "function setRate(uint256 rate)",
  "function setPaused(bool isPaused)",
  "function setStream(address market, uint128 perSecond)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function approve(address spender, uint256 value) returns (bool)",
]);

/** Seconds. */
export const DAY = 86_400;
/** Gas of calls: dear ones create contracts. */
export const GAS = { create: 8_000_000n, call: 1_500_000n };
const PERCENT_TO_RESERVE = 80;

/**
 * Pendle's own contracts, as its package has them compiled: the last factories of yields and
 * markets behind proxies, the router with what trades PT and YT and adds liquidity. SY and gauges
 * are own.
 */
export const pendle: DevnetProtocol = {
  slug: "pendle",
  compilations: ["pendle"],
  async deploy({ builder, compiled, tokens }) {
    const { operator } = builder;
    const oracle = { OracleLib: PARTS.oracle };
    const yields = npmArtifact(
      `${ARTIFACTS}/core/YieldContracts/PendleYieldToken.sol/PendleYieldToken.json`,
    );
    const markets = linkedArtifact(
      `${ARTIFACTS}/core/Market/PendleMarketV7.sol/PendleMarketV7.json`,
      oracle,
    );
    const codes = [
      ...(await splitCode(builder, yields, PARTS.yields)),
      ...(await splitCode(builder, markets, PARTS.markets)),
    ];
    const pendleToken = tokenBySymbol(tokens, "PENDLE").address;
    await deployAt(builder, [
      { address: PARTS.oracle, artifact: pendleArtifact("core/Market/OracleLib") },
      { address: PARTS.storage, artifact: pendleArtifact("router/ActionStorageV4") },
      ...FACETS.map(({ address, path }) => ({ address, artifact: pendleArtifact(path) })),
      {
        address: GAUGE_CONTROLLER,
        artifact: pickArtifact(compiled.pendle, "GaugeController"),
        args: [pendleToken],
      },
      {
        address: PARTS.yieldFactory,
        artifact: pendleArtifact("core/YieldContracts/PendleYieldContractFactoryUpg"),
        args: codes.slice(0, 4),
      },
      {
        address: PARTS.marketFactory,
        artifact: pendleArtifact("core/Market/PendleMarketFactoryV7Upg"),
        args: [YIELD_FACTORY, ...codes.slice(4), GAUGE_CONTROLLER],
      },
    ]);
    const fees = 3n * 10n ** 16n;
    await deployAt(builder, [
      {
        address: ROUTER,
        artifact: pendleArtifact("router/PendleRouterV4"),
        args: [operator, PARTS.storage],
      },
      proxyAt(
        YIELD_FACTORY,
        PARTS.yieldFactory,
        "function initialize(uint96,uint128,uint128,address,address)",
        [...[BigInt(DAY), fees, fees, PARTS.treasury, operator]],
      ),
      proxyAt(MARKET_FACTORY, PARTS.marketFactory, "function initialize(address,address,uint8)", [
        ...[operator, PARTS.treasury, PERCENT_TO_RESERVE],
      ]),
    ]);
    const facets = FACETS.map(({ address: facet, path }) => {
      const { abi } = pendleArtifact(path);
      const functions = abi.filter((item) => item.type === "function");
      return { facet, selectors: functions.map((item) => toFunctionSelector(item)) };
    });
    call(builder, ROUTER, "setSelectorToFacets", [facets], GAS.create);
    await builder.flush();
  },
};

/** Queues a call of the operator. */
export function call(
  builder: Builder,
  to: Address,
  functionName: (typeof pendleAbi)[number]["name"],
  args: readonly unknown[],
  gas = GAS.call,
): void {
  const data = encodeFunctionData({ abi: pendleAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]);
  builder.queue({ to, data, gas, label: `Pendle ${functionName} of ${to}` });
}

/** Queues a transaction of the operator. */
export function send(builder: Builder, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: GAS.call, label: `${data.slice(0, 10)} of ${to}` });
}

function pendleArtifact(path: string): Artifact {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return npmArtifact(`${ARTIFACTS}/${path}.sol/${name}.json`);
}

/** Keeps the halves of a creation code as the code of two accounts; tells what factories ask. */
async function splitCode(
  { rpc }: Builder,
  { bytecode }: Artifact,
  addresses: readonly [Address, Address],
): Promise<readonly (Address | bigint)[]> {
  const bytes = (bytecode.length - 2) / 2;
  const half = Math.floor(bytes / 2);
  const codes = [bytecode.slice(2, 2 + 2 * half), bytecode.slice(2 + 2 * half)];
  for (const [i, code] of codes.entries()) {
    await rpc.request("anvil_setCode", [addresses[i] ?? zeroAddress, `0x${code}`]);
  }
  return [addresses[0], BigInt(half), addresses[1], BigInt(bytes - half)];
}

function codeAddresses(name: string): readonly [Address, Address] {
  return [generatedAddress(`pendle ${name} code 1`), generatedAddress(`pendle ${name} code 2`)];
}

function proxyAt(
  address: Address,
  implementation: Address,
  initialize: string,
  args: readonly unknown[],
) {
  const abi = parseAbi([initialize]) as Abi;
  const data = encodeFunctionData({ abi, functionName: "initialize", args });
  const artifact = npmArtifact("@openzeppelin/contracts/build/contracts/ERC1967Proxy.json");
  return { address, artifact, args: [implementation, data] };
}
