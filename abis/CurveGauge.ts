import { parseAbi } from "viem";

/**
 * What gauges of every version have; `reward_data` has a first word more in some.
 *
 * @see https://github.com/curvefi/curve-dao-contracts/blob/567927551903f71ce5a73049e077be87111963cc/contracts/gauges/LiquidityGaugeV5.vy
 */
export const CurveGauge = parseAbi([
  "event Deposit(address indexed provider, uint256 value)",
  "event Withdraw(address indexed provider, uint256 value)",
  "function deposit(uint256 value)",
  "function deposit(uint256 value, address account)",
  "function withdraw(uint256 value)",
  "function claim_rewards()",
  "function lp_token() view returns (address)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
  "function reward_tokens(uint256 index) view returns (address)",
  "function reward_data(address token) view returns (bytes32[5])",
]);

/** @see https://github.com/curvefi/curve-xchain-factory/blob/3e03f19d49826cad7c1e84829b35cc34955b046e/contracts/ChildGaugeFactory.vy */
export const CurveChildGaugeFactory = parseAbi([
  "event DeployedGauge(address indexed _implementation, address indexed _lp_token, address indexed _deployer, bytes32 _salt, address _gauge)",
]);

/** @see https://github.com/balancer/balancer-deployments/blob/6826feb824/tasks/20220822-mainnet-gauge-factory-v2/abi/LiquidityGaugeFactory.json */
export const BalancerGaugeFactory = parseAbi(["event GaugeCreated(address indexed gauge)"]);
