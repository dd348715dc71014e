// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function mint(address to, uint256 value) external;
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

/// Own minimal contract with the ABI of Sushi's MasterChefV2, less its rewarders: stakes of any account, for SUSHI by block. Rewards are
/// minted where the original collects them from the first MasterChef.
contract MasterChefV2 {
    struct UserInfo {
        uint256 amount;
        int256 rewardDebt;
    }

    struct PoolInfo {
        uint128 accSushiPerShare;
        uint64 lastRewardBlock;
        uint64 allocPoint;
    }

    uint256 private constant PRECISION = 1e12;

    IToken public immutable SUSHI;
    uint256 public immutable sushiPerBlock;
    address public immutable owner;
    uint256 public totalAllocPoint;
    PoolInfo[] public poolInfo;
    IToken[] public lpToken;
    mapping(uint256 => mapping(address => UserInfo)) public userInfo;

    event Deposit(address indexed user, uint256 indexed pid, uint256 amount, address indexed to);
    event Withdraw(address indexed user, uint256 indexed pid, uint256 amount, address indexed to);
    event EmergencyWithdraw(address indexed user, uint256 indexed pid, uint256 amount, address indexed to);
    event Harvest(address indexed user, uint256 indexed pid, uint256 amount);
    event LogPoolAddition(
        uint256 indexed pid, uint256 allocPoint, IToken indexed lpToken, address indexed rewarder
    );

    constructor(IToken sushi, uint256 sushiPerBlock_) {
        SUSHI = sushi;
        sushiPerBlock = sushiPerBlock_;
        owner = msg.sender;
    }

    function poolLength() external view returns (uint256) {
        return poolInfo.length;
    }

    function add(uint256 allocPoint, IToken token, address rewarder) external {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        totalAllocPoint += allocPoint;
        lpToken.push(token);
        poolInfo.push(PoolInfo(0, uint64(block.number), uint64(allocPoint)));
        emit LogPoolAddition(poolInfo.length - 1, allocPoint, token, rewarder);
    }

    function updatePool(uint256 pid) public returns (PoolInfo memory pool) {
        pool = poolInfo[pid];
        if (block.number <= pool.lastRewardBlock) return pool;
        uint256 lpSupply = lpToken[pid].balanceOf(address(this));
        if (lpSupply > 0) {
            uint256 blocks = block.number - pool.lastRewardBlock;
            uint256 reward = (blocks * sushiPerBlock * pool.allocPoint) / totalAllocPoint;
            pool.accSushiPerShare += uint128((reward * PRECISION) / lpSupply);
        }
        pool.lastRewardBlock = uint64(block.number);
        poolInfo[pid] = pool;
    }

    function deposit(uint256 pid, uint256 amount, address to) external {
        PoolInfo memory pool = updatePool(pid);
        UserInfo storage user = userInfo[pid][to];
        user.amount += amount;
        user.rewardDebt += int256((amount * pool.accSushiPerShare) / PRECISION);
        lpToken[pid].transferFrom(msg.sender, address(this), amount);
        emit Deposit(msg.sender, pid, amount, to);
    }

    function withdraw(uint256 pid, uint256 amount, address to) external {
        PoolInfo memory pool = updatePool(pid);
        UserInfo storage user = userInfo[pid][msg.sender];
        user.rewardDebt -= int256((amount * pool.accSushiPerShare) / PRECISION);
        user.amount -= amount;
        lpToken[pid].transfer(to, amount);
        emit Withdraw(msg.sender, pid, amount, to);
    }

    function harvest(uint256 pid, address to) external {
        PoolInfo memory pool = updatePool(pid);
        UserInfo storage user = userInfo[pid][msg.sender];
        int256 accumulated = int256((user.amount * pool.accSushiPerShare) / PRECISION);
        uint256 pending = uint256(accumulated - user.rewardDebt);
        user.rewardDebt = accumulated;
        if (pending > 0) SUSHI.mint(to, pending);
        emit Harvest(msg.sender, pid, pending);
    }

    function emergencyWithdraw(uint256 pid, address to) external {
        UserInfo storage user = userInfo[pid][msg.sender];
        uint256 amount = user.amount;
        user.amount = 0;
        user.rewardDebt = 0;
        lpToken[pid].transfer(to, amount);
        emit EmergencyWithdraw(msg.sender, pid, amount, to);
    }
}
