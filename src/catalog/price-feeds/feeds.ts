import type { Address } from "viem";

/** The Chainlink feed of a token. */
export interface PriceFeed {
  /** Proxy, lower-case: the aggregator behind it may change. */
  readonly feed: Address;
  /** The longest that an aggregator waits between two answers while it works. */
  readonly heartbeatSeconds: number;
}

/** Feeds with one heartbeat: proxy by token. */
interface Listing {
  readonly heartbeatSeconds: number;
  readonly feeds: Readonly<Record<Address, Address>>;
}

const HOUR = 3_600;
/** The longest heartbeat of dollar feeds; for those whose own is not known. */
const DAY = 86_400;

// Above each chain: the public file that states its feeds. Shorter heartbeats than a day are from
// https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/utils/fetchChainLinkPrices.ts. Which token a feed stands for
// is a choice of this project: bridged ones take the feed of what they were bridged from. Feeds whose answer is
// computed from another contract are left out, as their time says nothing of their age.
const LISTINGS: Readonly<Record<number, readonly Listing[]>> = {
  // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkEthereum.ts
  1: [
    {
      heartbeatSeconds: HOUR,
      feeds: {
        "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2": "0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419", // WETH: ETH
        "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599": "0xf4030086522a5beea4988f8ca5b36dbc97bee88c", // WBTC: BTC
        "0x6b175474e89094c44da98b954eedeac495271d0f": "0xaed0c38402a5d19df6e4c03f4e2dced6e29c1ee9", // DAI
        "0x514910771af9ca656af840dff83e8264ecf986ca": "0x2c1d072e956affc0d435cb7ac38ef18d24d9127c", // LINK
        "0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9": "0x547a514d5e3769680ce22b2361c10ea13619e8a9", // AAVE
      },
    },
    {
      heartbeatSeconds: DAY,
      feeds: {
        "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf": "0x2665701293fcbeb223d11a08d826563edcce423a", // cbBTC
        "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48": "0x8fffffd4afb6115b954bd326cbe7b4ba576818f6", // USDC
        "0xdac17f958d2ee523a2206206994597c13d831ec7": "0x3e7d1eab13ad0104d2750b8863b489d65364e32d", // USDT
        "0xdc035d45d973e3ec169d2276ddab16f1e407384f": "0xff30586cd0f29ed462364c7e81375fc0c71219b1", // USDS
        "0x6c3ea9036406852006290770bedfcaba0e23a0e8": "0x8f1df6d7f2db73eece86a18b4381f4707b918fb1", // PYUSD
        "0x40d16fc0246ad3160ccc09b8d0d3a2cd28ae6c2f": "0x3f12643d3f6f874d39c2a4c9f2cd6f2dbac877fc", // GHO
        "0xf939e0a03fb07f59a73314e73794be0e57ac1b4e": "0xeef0c605546958c1f899b6fb336c20671f9cd49f", // crvUSD: CRVUSD
        "0x853d955acef822db058eb8505911ed77f175b99e": "0xb9e1e3a9feff48998e45fa90847ed4d467e8bcfd", // FRAX
        "0x5f98805a4e8be255a32880fdec7f6728c6568ba0": "0x3d7ae7e594f2f2091ad8798313450130d0aba3a0", // LUSD
        "0x4c9edd5852cd905f086c759e8383e09bff1e68b3": "0xa569d910839ae8865da8f8e70fffb0cba869f961", // USDe
        "0xae7ab96520de3a18e5e111b5eaab095312d7fe84": "0xcfe54b5cd566ab89272946f602d76ea879cab4a8", // stETH: STETH
        "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984": "0x553303d460ee0afb37edff9be42922d8ff63220e", // UNI
        "0xd533a949740bb3306d119cc777fa900ba034cd52": "0xcd627aa160a6fa45eb793d19ef54f5062f20f33f", // CRV
        "0x4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b": "0xd962fc30a72a84ce50161031391756bf2876af5d", // CVX
        "0xba100000625a3754423978a60c9317c58a424e3d": "0xdf2917806e30300537aeb49a7663062f4d1f2b5f", // BAL
        "0xc00e94cb662c3520282e6f5717214004a7f26888": "0xdbd020caef83efd542f4de03e3cf0c28a4428bd5", // COMP
        "0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2": "0xec1d1b3b0443256cc3860e24a46f108e699484aa", // MKR
        "0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f": "0xdc3ea94cd0ac27d9a86c180091e7f78c683d3699", // SNX
        "0x6b3595068778dd592e39a122f4f5a5cf09c90fe2": "0xcc70f09a6cc17553b2e31954cd36e4a2d89501f7", // SUSHI
        "0xd33526068d116ce69f19a9ee46f0bd304f21a51f": "0x4e155ed98afe9034b7a5962f6c84c86d869daa9d", // RPL
      },
    },
  ],
  // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkOptimism.ts
  10: [
    {
      heartbeatSeconds: DAY,
      feeds: {
        "0x4200000000000000000000000000000000000006": "0x13e3ee699d1909e989722e753853ae30b17e08c5", // WETH: ETH
        "0x68f180fcce6836688e9084f035309e29bf0a2095": "0x718a5788b89454aae3a028ae9c111a29be6c2a6f", // WBTC
        "0x0b2c639c533813f4aa9d7837caf62653d097ff85": "0x16a9fa2fda030272ce99b29cf780dfa30361e0f3", // USDC
        "0x7f5c764cbc14f9669b88837ca1490cca17c31607": "0x16a9fa2fda030272ce99b29cf780dfa30361e0f3", // USDC.e: USDC
        "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58": "0xecef79e109e997bca29c1c0897ec9d7b03647f5e", // USDT
        "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1": "0x8dba75e83da73cc766a7e5a0ee71f656bab470d6", // DAI
        "0xc40f949f8a4e094d1b49a23ea9241d289b7b2819": "0x9dfc79aaeb5bb0f96c6e9402671981cdfc424052", // LUSD
        "0x5d3a1ff2b6bab83b63cd9ad0787074081a52ef34": "0xeedf0b095b5dfe75f3881cb26c19da209a27463a", // USDe
        "0x4200000000000000000000000000000000000042": "0x0d276fc14719f9292d5c1ea2198673d1f4269246", // OP
        "0x350a791bfc2c21f9ed5d10980dad2e2638ffa7f6": "0xcc232dcfaae6354ce191bd574108c1ad03f86450", // LINK
        "0x76fb31fb4af56892a25e32cfc43de717950c9278": "0x338ed6787f463394d24813b297401b9f05a8c9d1", // AAVE
        "0x8700daec35af8ff88c16bdf0418774cb3d7599b4": "0x2fcf37343e916eaed1f1ddaaf84458a359b53877", // SNX
        "0x0994206dfe8de6ec6920ff4d779b0d950605fb53": "0xbd92c6c284271c227a1e0bf1786f468b539f51d9", // CRV
        "0xbc7b1ff1c6989f006a1185318ed4e7b5796e66e1": "0x58f23f80bf389db1af9e3aa8c59679806749a8a4", // PENDLE
      },
    },
  ],
  // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkBNB.ts
  56: [
    {
      heartbeatSeconds: 60,
      feeds: {
        "0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c": "0x0567f2323251f0aab15c8dfb1967e4e8a7d42aee", // WBNB: BNB
        "0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82": "0xb6064ed41d4f67e353768aa239ca86f4f73665a1", // CAKE
      },
    },
    {
      heartbeatSeconds: DAY,
      feeds: {
        "0x2170ed0880ac9a755fd29b2688956bd959f933f8": "0x9ef1b8c0e4f7dc8bf5719ea496883dc6401d5b2e", // ETH
        "0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c": "0x264990fbd0a4796a3e3d8e37c4d5f87a3aca5ebf", // BTCB: BTC
        "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d": "0x51597f405303c4377e36123cbc172b13269ea163", // USDC
        "0x55d398326f99059ff775485246999027b3197955": "0xb97ad0e74fa7d920791e90258a6e2085088b4320", // USDT
        "0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3": "0x132d3c0b1d2cea0bc552588063bdbb210fdeecfa", // DAI
        "0xc5f0f7b66764f6ec8c8dff7ba683102295e16409": "0x390180e80058a8499930f0c13963ad3e0d86bfc9", // FDUSD
        "0xe9e7cea3dedca5984780bafc599bd69add087d56": "0xcbb98864ef56e9042e7d2efef76141f15731b82f", // BUSD
        "0xf8a0bf9cf54bb92f17374d9e9a321e6a111a51bd": "0xca236e327f629f9fc2c30a4e95775ebf0b89fac8", // LINK
        "0xfb6115445bff7b52feb98650c87f44907e58f802": "0xa8357bf572460fc40f4b0acacbb2a6a61c89f475", // AAVE
        "0xbf5140a22578168fd562dccf235e5d43a02ce9b1": "0xb57f259e7c24e56a1da00f66b55a5640d9f9e7e4", // UNI
        "0x947950bcc74888a40ffa2593c5798f11fc9124c4": "0xa679c72a97b654cfff58ab704de3ba15cde89b07", // SUSHI
      },
    },
  ],
  // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkGnosis.ts
  100: [
    {
      heartbeatSeconds: DAY,
      feeds: {
        "0xe91d153e0b41518a2ce8dd3d7944fa863463a97d": "0x678df3415fc31947da4324ec63212874be5a82f8", // WXDAI: DAI
        "0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1": "0xa767f745331d267c7751297d982b050c93985627", // WETH: ETH
        "0xddafbb505ad214d7b80b1f830fccc89b60fb7a83": "0x26c31ac71010af62e6b486d1132e266d6298857d", // USDC
        "0x2a22f9c3b484c3629090feed35f17ff8f88f76f0": "0x26c31ac71010af62e6b486d1132e266d6298857d", // USDC.e: USDC
        "0x4ecaba5870353805a9f068101a40e0f32ed605c6": "0x68811d7df835b1c33e6eeae8e7c141ef48d48cc7", // USDT
        "0x9c58bacc331c9aa871afd802db6379a98e80cedb": "0x22441d81416430a54336ab28765abd31a792ad37", // GNO
        "0xfc421ad3c883bf9e7c4f42de845c4e4405799e73": "0x855193775ef2abb12cf95de3086229a14ab8e0e3", // GHO
        "0x7ef541e2a22058048904fe5744f9c7e4c57af717": "0x1b723c855f7d2c2785f99486973271355e782d77", // BAL
      },
    },
  ],
  // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkPolygon.ts
  137: [
    {
      heartbeatSeconds: HOUR,
      feeds: {
        "0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270": "0xab594600376ec9fd91f8e885dadf0ce036862de0", // WPOL: MATIC
      },
    },
    {
      heartbeatSeconds: DAY,
      feeds: {
        "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619": "0xf9680d99d6c9589e2a93a78a04a279e509205945", // WETH: ETH
        "0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6": "0xde31f8bfbd8c84b5360cfacca3539b938dd78ae6", // WBTC
        "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359": "0xfe4a8cc5b5b2366c1b58bea3858e81843581b2f7", // USDC
        "0x2791bca1f2de4661ed88a30c99a7a9449aa84174": "0xfe4a8cc5b5b2366c1b58bea3858e81843581b2f7", // USDC.e: USDC
        "0xc2132d05d31c914a87c6611c10748aeb04b58e8f": "0x0a6513e40db6eb1b165753ad52e80663aea50545", // USDT
        "0x8f3cf7ad23cd3cadbd9735aff958023239c6a063": "0x4746dec9e833a82ec7c2c1356372ccf2cfcd2f3d", // DAI
        "0x53e0bca35ec356bd5dddfebbd1fc0fd03fabad39": "0xd9ffdb71ebe7496cc440152d43986aae0ab76665", // LINK
        "0xd6df932a45c0f255f85145f286ea0b292b21c90b": "0x72484b12719e23115761d5da1646945632979bb6", // AAVE
        "0xb33eaad8d922b1083446dc23f610c2567fb5180f": "0xdf0fb4e4f928d2dcb76f438575fdd8682386e13c", // UNI
        "0x172370d5cd63279efa6d502dab29171933a610af": "0x336584c8e6dc19637a5b36206b1c79923111b405", // CRV
        "0x9a71012b13ca4d3d0cdc72a177df3ef03b0e76a3": "0xd106b538f2a868c28ca1ec7e298c3325e0251d66", // BAL
        "0x0b3f868e0be5597d5db7feb59e1cadbb0fdda50a": "0x49b0c695039243bbfeb8ecd054eb70061fd54aa0", // SUSHI
      },
    },
  ],
  // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkBase.ts
  8453: [
    {
      heartbeatSeconds: DAY,
      feeds: {
        "0x4200000000000000000000000000000000000006": "0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70", // WETH: ETH
        "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf": "0x07da0e54543a844a80abe69c8a12f22b3aa59f9d", // cbBTC
        "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913": "0x7e860098f58bbfc8648a4311b374b1d669a2bc6b", // USDC
        "0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca": "0x7e860098f58bbfc8648a4311b374b1d669a2bc6b", // USDbC: USDC
        "0xfde4c96c8593536e31f229ea8f37b2ada2699bb2": "0xf19d560eb8d2adf07bd6d13ed03e1d11215721f9", // USDT
        "0x50c5725949a6f0c72e6c4a641f24049a917db0cb": "0x591e79239a7d679378ec8c847e5038150364c78f", // DAI
        "0x820c137fa70c8691f0e44dc420a5e53c168921dc": "0x2330aae3bca5f05169d5f4597964d44522f62930", // USDS
        "0x6bb7a212910682dcfdbd5bcbb3e28fb4e8da10ee": "0x42868efcee13c0e71af89c04ff7d96f5bec479b0", // GHO
        "0x940181a94a35a4569e4529a3cdfb74e38fd98631": "0x4ec5970fc728c5f65ba413992cd5ff6fd70fcff0", // AERO
        "0xbaa5cc21fd487b8fcc2f632f3f4e8d37262a0842": "0xe95e258bb6615d47515fc849f8542da651f12bf6", // MORPHO
        "0x63706e401c06ac8513145b7687a14804d17f814b": "0x3d6774ef702a10b20fca8ed40fc022f7e4938e07", // AAVE
        "0x9e1028f5f1d5ede59748ffcee5532509976840e0": "0x9dda783de64a9d1a60c49ca761ebe528c35ba428", // COMP
      },
    },
  ],
  // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkArbitrum.ts
  42161: [
    {
      heartbeatSeconds: DAY,
      feeds: {
        "0x82af49447d8a07e3bd95bd0d56f35241523fbab1": "0x639fe6ab55c921f74e7fac1ee960c0b6293ba612", // WETH: ETH
        "0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f": "0xd0c7101eacbb49f3decccc166d238410d6d46d57", // WBTC
        "0xaf88d065e77c8cc2239327c5edb3a432268e5831": "0x50834f3163758fcc1df9973b6e91f0f0f0434ad3", // USDC
        "0xff970a61a04b1ca14834a43f5de4533ebddb5cc8": "0x50834f3163758fcc1df9973b6e91f0f0f0434ad3", // USDC.e: USDC
        "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9": "0x3f3f5df88dc9f13eac63df89ec16ef6e7e25dde7", // USDT
        "0xda10009cbd5d07dd0cecc66161fc93d7c9000da1": "0xc5c8e77b397e531b8ec06bfb0048328b30e9ecfb", // DAI
        "0x5d3a1ff2b6bab83b63cd9ad0787074081a52ef34": "0x88ac7bca36567525a866138f03a6f6844868e0bc", // USDe
        "0x17fc002b466eec40dae837fc4be5c67993ddbd6f": "0x0809e3d38d1b4214958faf06d8b1b1a2b73f2ab8", // FRAX
        "0x93b346b6bc2548da6a1e7d98e9a421b42541425b": "0x0411d28c94d85a36bc72cb0f875dfa8371d8ffff", // LUSD
        "0x7dff72693f6a4149b17e7c6314655f6a9f7c8b33": "0x3c786e934f23375ca345c9b8d5ad54838796e8e7", // GHO
        "0x498bf2b1e120fed3ad3d42ea2165e9b73f99c1e5": "0x0a32255dd4bb6177c994baac73e0606fdd568f66", // crvUSD: CRVUSD
        "0x912ce59144191c1204e64559fe8253a0e49e6548": "0xb2a824043730fe05f3da2efafa1cbbe83fa548d6", // ARB
        "0xf97f4df75117a78c1a5a0dbb814af92458539fb4": "0x86e53cf1b870786351da77a57575e79cb55812cb", // LINK
        "0xba5ddd1f9d7f570dc94a51479a000e3bce967196": "0xad1d5344aade45f43e596773bcc4c423eabdd034", // AAVE
        "0xfa7f8980b0f1e64a2062791cc3b0871572f1f7f0": "0x9c917083fdb403ab5adbec26ee294f6ecada2720", // UNI
        "0x11cdb42b0eb46d95f990bedd4695a6e3fa034978": "0xaebda2c976cfd1ee1977eac079b4382acb849325", // CRV
        "0x0c880f6761f1af8d9aa9c466984b80dab9a8c9e8": "0x66853e19d73c0f9301fe099c324a1e9726953433", // PENDLE
        "0xd4d42f0b6def4ce0383636770ef773390d85c61a": "0xb2a8ba74cbca38508ba1632761b56c897060147c", // SUSHI
      },
    },
  ],
  // https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/ChainlinkAvalanche.ts
  43114: [
    {
      heartbeatSeconds: 120,
      feeds: {
        "0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7": "0x0a77230d17318075983913bc2145db16c7366156", // WAVAX: AVAX
      },
    },
    {
      heartbeatSeconds: DAY,
      feeds: {
        "0x49d5c2bdffac6ce2bfdb6640f4f80f226bc10bab": "0x976b3d034e162d8bd72d6b9c989d545b839003b0", // WETH.e: ETH
        "0x152b9d0fdc40c096757f570a51e494bd4b943e50": "0x2779d32d5166baaa2b2b658333ba7e6ec0c65743", // BTC.b: BTC
        "0x50b7545627a5162f82a992c33b87adc75187b218": "0x86442e3a98558357d46e6182f4b262f76c4fa26f", // WBTC.e: WBTC
        "0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e": "0xf096872672f44d6eba71458d74fe67f9a77a23b9", // USDC
        "0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664": "0xf096872672f44d6eba71458d74fe67f9a77a23b9", // USDC.e: USDC
        "0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7": "0xebe676ee90fe1112671f19b6b7459bc678b67e8a", // USDT
        "0xc7198437980c041c805a1edcba50c1ce5db95118": "0xebe676ee90fe1112671f19b6b7459bc678b67e8a", // USDT.e: USDT
        "0xd586e7f844cea2f87f50152665bcbc2c279d8d70": "0x51d7180eda2260cc4f6e4eebb82fef5c3c2b8300", // DAI.e: DAI
        "0xd24c2ad096400b6fbcd2ad8b24e7acbc21a1da64": "0xbba56ef1565354217a3353a466edb82e8f25b08e", // FRAX
        "0xfc421ad3c883bf9e7c4f42de845c4e4405799e73": "0x076de3812bdbdae1330064fc01adf7f4eaa123f3", // GHO
        "0x5947bb275c521040051d82396192181b413227a3": "0x49ccd9ca821efeab2b98c60dc60f518e765ede9a", // LINK.e: LINK
        "0x63a72806098bd3d9520cc43356dd78afe5d386d9": "0x3ca13391e9fb38a75330fb28f8cc2eb3d9ceceed", // AAVE.e: AAVE
        "0x8ebaf22b6f053dffeaf46f4dd9efa95d89ba8580": "0x9a1372f9b1b71b3a5a72e092ae67e172dbd7daaa", // UNI.e: UNI
      },
    },
  ],
};

/** Chainlink feeds in dollars, by chain id, then by lower-case token; a chain without any is absent. */
export const PRICE_FEEDS: ReadonlyMap<number, ReadonlyMap<Address, PriceFeed>> = new Map(
  Object.entries(LISTINGS).map(([chainId, listings]) => [Number(chainId), byToken(listings)]),
);

/** The feeds of a chain, each once. */
export function feedsOf(chainId: number): readonly Address[] {
  return [...new Set([...(PRICE_FEEDS.get(chainId)?.values() ?? [])].map(({ feed }) => feed))];
}

function byToken(listings: readonly Listing[]): ReadonlyMap<Address, PriceFeed> {
  return new Map(
    listings.flatMap(({ heartbeatSeconds, feeds }) =>
      (Object.entries(feeds) as [Address, Address][]).map(
        ([token, feed]) => [token, { feed, heartbeatSeconds }] as const,
      ),
    ),
  );
}
