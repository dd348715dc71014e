const NO_RAMSES_NFTS =
  "No two public sources name the contract of Ramses V3's LP NFTs: bundles make and change none.";

/** What is known not to work, by chain id; what holds for all of them is under 0. */
export const KNOWN_LIMITS: Readonly<Record<number, readonly string[]>> = {
  0: [
    "Weir's own contracts are on no chain until `npm run deploy:contracts -- --chain <id> --send` has put them there; until then routes and bundles are 503 `CONTRACTS_MISSING`, and quotes go on.",
    "Pools whose hooks take part in swaps (Uniswap V4, PancakeSwap Infinity), pools of unlisted factories (Balancer V2), pools of unlisted factories or with hooks other than StableSurge (Balancer V3), whose rates are those of the block that was read, single Curve pools beyond those listed (among them those of lending markets other than Aave V2), and tokens that take a fee or change balances by themselves are not traded, but for what their protocols issue and stETH in Curve's pools with ether.",
    "ERC-4626 buffers of Balancer V3 are traded up to what they hold, at the price of vaults that a list or a factory tells of; not those of a vault that a request named. Interest that a vault books between two blocks counts as in its own deposits.",
    "Rates of weighted pools of Balancer V2 count, for shares alone, at the newest block that was read; in the past, and while a provider does not answer, such shares are not quoted.",
    "Gyroscope's pools for the vault of Balancer V2 ask for rates in every swap: those of the newest block that was read count, and while a provider does not answer, and in the past of pools with one, nothing is quoted. Their shares are neither entered nor left, as they take and pay tokens in proportion alone; their yield leaves out what the protocol is due since the last join or exit.",
    "Liquidity bootstrapping pools of Balancer V2 are joined by their owners alone, so that their shares are not listed, and are left for one token at a time. They have no yield, as their weights move.",
    "Joins and exits of one token in stable pools of 2021 of Balancer V2 are quoted up to what all of a pool's balances are, or a fifth of its shares: beyond, the contract's arithmetic often comes to no end. Version 2 of plain stable pools and version 1 of composable ones are not traded.",
    "Pools of Algebra whose plugin makes fees otherwise than Algebra's own are not traded. Those of V1 and V1.9 that an index begins with are traded from their first trade after that block on: what they traded before is in no view. Pools of custom deployers are known where the exchange makes no others (Blackhole, Supernova).",
    "Of the plain pools of Curve's older factories and of crvUSD's those are traded whose coins do not rebase, but for stETH beside ether; on BNB Chain none, as the code of its factory is not known. Rates by oracles count at the newest block, and where an oracle does not answer, or nothing that could be counted with, its pool is not traded until it does. Of the pools of ether that are older than the factories that of sETH is left out. While stETH is stopped its pools are not traded. Nobody publishes the code of the two of wstETH (Optimism, Arbitrum): it is taken for that of the pools of 2021 with a rate, whose views answer as theirs did.",
    "Curve's pools of aTokens of Aave V2 are traded by what the aTokens stand for; these are not traded. Other trades of a route in the same market change what it can pay out, which the simulation finds. The code of Avalanche's pool is not published: it is taken for that of Ethereum's, as its functions are the same.",
    "Coins of a Curve pool whose rate grows from second to second (some vaults' shares) count at the rate of the newest block: what the simulation finds is answered. Metapools are traded on base pools that are in the graph themselves; not those on pools of lending markets' shares, those of 2020, which keep their base pool's price for ten minutes, and those whose coin rebases. Not traded are pools of two or three unpegged coins but those listed here and those of the factories named here with code of the versions 2.0.0 and 2.1.0. Whether a pool of before these is about to move its scale of prices is in no view: where that decides what a trade leaves behind, or the admin's share is taken, no other trade in the pool follows in the same transaction. What `claim_admin_fees` of such a pool counts without an event is known from its next event on. Left out are those on shares of lending markets, that of ether and CRV, and factories that no two public sources name (Arbitrum, Avalanche, BNB Chain).",
    "Ekubo: swaps are seen at the end of each live block, as their logs have no topic. Pools of the extensions TWAMM and MEVCapture, those of others that are called by swaps, those with a tick spacing below 50, and all of the older Core are not traded.",
    "Center prices of Fluid's pools that a contract says count at the rate of the newest block: one that grows from second to second (a vault's share) is what the simulation finds. DEX V2 is not traded.",
    "Rates of Pendle's SYs count at the newest block that was read: of one that grows from second to second the simulation finds what is paid. SYs that take their token otherwise than one for one are not traded.",
    "Pairs of Liquidity Book V2.0, and those without a filter period, are not traded. Hooks of V2.2 change no amount and may refuse a trade, which the simulation finds.",
    "PancakeSwap Infinity: while its owner pauses a manager of pools, quotes go on and the simulation finds that swaps revert.",
    "What families list by logs takes as many requests as the provider's range of `eth_getLogs` makes of the blocks since their first. Where that is more than 300,000 (ranges of 10 blocks) and no other URL gives more, the start goes on without: pools of Uniswap V3 and its kin, Slipstream, Algebra, and those of Uniswap V4 without hooks and with a fee tier of V3, are looked for by two tokens, each token of the pools that factories list with the chain's first four connectors, and its connectors with each other. The log warns of the families whose pools are left out: Balancer, Morpho, Ekubo, Pendle, PancakeSwap Infinity, vaults and gauges of factories. What is made later is known in any case.",
    "A node without an archive keeps the states of 128 blocks, and a start block has to be final: where the table says that its state is soon gone, or was before it could be read, the first start needs an archive node. Later ones do not.",
    "The replay of all logs (`genesis`) takes hours to days, and on chains with Curve pools an archive node.",
  ],
  10: [
    "Pools of Uniswap V3 from before the regenesis of 2021 have no log of their creation and are not found.",
  ],
  56: [
    "No public source states the first block of Balancer V2, so that its factories' logs are listed from block 0.",
  ],
  137: [
    "bor does not serve `eth_simulateV1`: transactions are simulated by one `eth_call`.",
    NO_RAMSES_NFTS,
  ],
  8453: [
    "Blocks of 0.2 s are published five to a second, with one timestamp: the graph takes them together.",
  ],
  42161: [NO_RAMSES_NFTS],
  43114: [
    "coreth does not serve `eth_simulateV1`: transactions are simulated by one `eth_call`.",
    "The `logsBloom` of a header covers other blocks: the logs of each block are asked for, one request a block, and a WebSocket URL is not used by the indexer.",
  ],
  80094: ["No public source names the pool factories of BurrBear: none of its pools is indexed."],
};
