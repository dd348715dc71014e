// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ConvexDepositToken} from "./ConvexDepositToken.sol";
import {ConvexRewardPool} from "./ConvexRewardPool.sol";
import {ConvexStash, ConvexStashToken} from "./ConvexStashToken.sol";
import {IConvexToken, IPlayToken} from "./ConvexToken.sol";
import {ConvexVirtualRewardPool} from "./ConvexVirtualRewardPool.sol";
import {ConvexVoterProxy} from "./ConvexVoterProxy.sol";

/// Own minimal contract with the ABI of Convex's Booster: deposits, withdrawals and switches. It makes the pools' contracts itself; CRV and
/// further rewards are what the pool manager pays in, as there is no inflation; and it counts what CVX's own `mint` would.
/// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/Booster.sol
contract ConvexBooster {
    struct PoolInfo {
        address lptoken;
        address token;
        address gauge;
        address crvRewards;
        address stash;
        bool shutdown;
    }

    address public immutable staker;
    address public immutable poolManager;
    address public immutable minter;
    address public immutable crv;

    PoolInfo[] public poolInfo;
    bool public isShutdown;
    mapping(address => address) private _rewardOf;

    event Deposited(address indexed user, uint256 indexed poolid, uint256 amount);
    event Withdrawn(address indexed user, uint256 indexed poolid, uint256 amount);

    constructor(address staker_, address poolManager_, address minter_, address crv_) {
        staker = staker_;
        poolManager = poolManager_;
        minter = minter_;
        crv = crv_;
    }

    modifier onlyManager() {
        require(msg.sender == poolManager, "!auth");
        _;
    }

    function poolLength() external view returns (uint256) {
        return poolInfo.length;
    }

    function addPool(address lptoken, address gauge, uint256) external onlyManager returns (bool) {
        require(!isShutdown, "!add");
        address token = address(new ConvexDepositToken());
        address rewardPool = _newRewardPool(poolInfo.length, token, lptoken);
        poolInfo.push(PoolInfo(lptoken, token, gauge, rewardPool, address(0), false));
        return true;
    }

    function shutdownPool(uint256 pid) public onlyManager returns (bool) {
        PoolInfo storage pool = poolInfo[pid];
        try ConvexVoterProxy(staker).withdrawAll(pool.lptoken, pool.gauge) {} catch {}
        pool.shutdown = true;
        return true;
    }

    function shutdownSystem() external onlyManager {
        isShutdown = true;
        for (uint256 pid; pid < poolInfo.length; pid++) if (!poolInfo[pid].shutdown) shutdownPool(pid);
    }

    function deposit(uint256 pid, uint256 amount, bool isStaked) external returns (bool) {
        require(!isShutdown, "shutdown");
        PoolInfo storage pool = poolInfo[pid];
        require(!pool.shutdown, "pool is closed");
        require(IConvexToken(pool.lptoken).transferFrom(msg.sender, staker, amount));
        ConvexVoterProxy(staker).deposit(pool.lptoken, pool.gauge);
        ConvexDepositToken token = ConvexDepositToken(pool.token);
        if (isStaked) {
            token.mint(address(this), amount);
            token.approve(pool.crvRewards, amount);
            ConvexRewardPool(pool.crvRewards).stakeFor(msg.sender, amount);
        } else {
            token.mint(msg.sender, amount);
        }
        emit Deposited(msg.sender, pid, amount);
        return true;
    }

    function withdraw(uint256 pid, uint256 amount) external returns (bool) {
        _withdraw(pid, amount, msg.sender);
        return true;
    }

    function withdrawTo(uint256 pid, uint256 amount, address to) external returns (bool) {
        require(msg.sender == poolInfo[pid].crvRewards, "!auth");
        _withdraw(pid, amount, to);
        return true;
    }

    function rewardClaimed(uint256 pid, address account, uint256 amount) external returns (bool) {
        require(msg.sender == poolInfo[pid].crvRewards, "!auth");
        _mint(account, amount);
        return true;
    }

    /// Stands for what the gauge and those who call `earmarkRewards` bring.
    function queueRewards(uint256 pid, uint256 amount) external onlyManager {
        address rewardPool = poolInfo[pid].crvRewards;
        IConvexToken(crv).transferFrom(msg.sender, rewardPool, amount);
        ConvexRewardPool(rewardPool).queueNewRewards(amount);
    }

    /// Stands for a stash that finds a further reward.
    function addExtraReward(uint256 pid, address token) external onlyManager {
        ConvexRewardPool rewardPool = ConvexRewardPool(poolInfo[pid].crvRewards);
        ConvexStash stash = _newStash();
        address extra = address(new ConvexVirtualRewardPool(address(rewardPool), address(stash), address(this)));
        stash.init(token, extra);
        _rewardOf[extra] = token;
        rewardPool.addExtraReward(extra);
    }

    function queueExtraRewards(uint256 pid, uint256 index, uint256 amount) external onlyManager {
        ConvexVirtualRewardPool extra = ConvexVirtualRewardPool(ConvexRewardPool(poolInfo[pid].crvRewards).extraRewards(index));
        IConvexToken(_rewardOf[address(extra)]).transferFrom(msg.sender, address(extra.rewardToken()), amount);
        extra.queueNewRewards(amount);
    }

    function _newRewardPool(uint256 pid, address token, address) internal virtual returns (address) {
        return address(new ConvexRewardPool(pid, token, crv));
    }

    function _newStash() internal virtual returns (ConvexStash) {
        return new ConvexStashToken();
    }

    /// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/Cvx.sol
    function _mint(address account, uint256 amount) internal virtual {
        uint256 supply = IPlayToken(minter).totalSupply();
        uint256 cliff = supply / 1e23;
        if (cliff >= 1000) return;
        uint256 minted = (amount * (1000 - cliff)) / 1000;
        uint256 left = 1e26 - supply;
        IPlayToken(minter).mint(account, minted < left ? minted : left);
    }

    function _withdraw(uint256 pid, uint256 amount, address to) private {
        PoolInfo storage pool = poolInfo[pid];
        ConvexDepositToken(pool.token).burn(msg.sender, amount);
        if (!pool.shutdown) ConvexVoterProxy(staker).withdraw(pool.lptoken, pool.gauge, amount);
        require(IConvexToken(pool.lptoken).transfer(to, amount));
        emit Withdrawn(to, pid, amount);
    }
}
