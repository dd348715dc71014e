// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface IFactory {
    function owner() external view returns (address);
}

/// Own minimal contract with the ABI of Berachain's RewardVault: its stakes, rewards and switches, without incentives and target rates.
/// https://github.com/berachain/contracts/blob/8d7a834ad1/src/pol/rewards/RewardVault.sol
contract RewardVault {
    struct Account {
        uint256 balance;
        uint256 unclaimed;
        uint256 paidPerToken;
        /// Stakes that others made for the account and alone may withdraw.
        uint256 delegated;
    }

    uint256 private constant PRECISION = 1e18;

    address public immutable factory;
    address public immutable stakeToken;
    address public immutable rewardToken;
    address public immutable distributor;

    /// Reward per second, 18 decimals more than the token.
    uint256 public rewardRate;
    uint256 public undistributedRewards;
    uint256 public rewardPerTokenStored;
    uint256 public totalSupply;
    uint256 public periodFinish;
    uint256 public rewardsDuration = 7 days;
    uint256 public lastUpdateTime;
    bool public paused;

    mapping(address => Account) private accounts;
    mapping(address => mapping(address => uint256)) public getDelegateStake;
    mapping(address => address) public operator;

    event Staked(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, uint256 amount);
    event DelegateStaked(address indexed account, address indexed delegate, uint256 amount);
    event DelegateWithdrawn(address indexed account, address indexed delegate, uint256 amount);
    event RewardAdded(uint256 reward);
    event RewardPaid(address indexed account, address to, uint256 reward);
    event RewardsDurationUpdated(uint256 newDuration);
    event OperatorSet(address account, address operator);
    event Paused(address account);
    event Unpaused(address account);

    error EnforcedPause();
    error NotAllowed();
    error StakeAmountIsZero();
    error WithdrawAmountIsZero();
    error InsufficientSelfStake();
    error InsufficientDelegateStake();
    error InsolventReward();

    constructor(address stakeToken_, address rewardToken_, address distributor_) {
        factory = msg.sender;
        stakeToken = stakeToken_;
        rewardToken = rewardToken_;
        distributor = distributor_;
    }

    modifier whenNotPaused() {
        if (paused) revert EnforcedPause();
        _;
    }

    modifier onlyOwner() {
        if (msg.sender != IFactory(factory).owner()) revert NotAllowed();
        _;
    }

    function pause() external onlyOwner whenNotPaused {
        paused = true;
        emit Paused(msg.sender);
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpaused(msg.sender);
    }

    function setRewardsDuration(uint256 duration) external onlyOwner {
        rewardsDuration = duration;
        emit RewardsDurationUpdated(duration);
    }

    function setOperator(address operator_) external {
        operator[msg.sender] = operator_;
        emit OperatorSet(msg.sender, operator_);
    }

    function balanceOf(address account) external view returns (uint256) {
        return accounts[account].balance;
    }

    function getTotalDelegateStaked(address account) external view returns (uint256) {
        return accounts[account].delegated;
    }

    function lastTimeRewardApplicable() public view returns (uint256) {
        return block.timestamp < periodFinish ? block.timestamp : periodFinish;
    }

    function rewardPerToken() public view returns (uint256) {
        if (totalSupply == 0) return rewardPerTokenStored;
        uint256 elapsed = lastTimeRewardApplicable() - lastUpdateTime;
        return rewardPerTokenStored + (rewardRate * elapsed) / totalSupply;
    }

    function earned(address account) public view returns (uint256) {
        Account storage own = accounts[account];
        return own.unclaimed + (own.balance * (rewardPerToken() - own.paidPerToken)) / PRECISION;
    }

    function stake(uint256 amount) external whenNotPaused {
        _stake(msg.sender, amount);
    }

    function stakeOnBehalf(address account, uint256 amount) external whenNotPaused {
        _stake(account, amount);
    }

    function delegateStake(address account, uint256 amount) external whenNotPaused {
        if (msg.sender == account) revert NotAllowed();
        _stake(account, amount);
        accounts[account].delegated += amount;
        getDelegateStake[account][msg.sender] += amount;
        emit DelegateStaked(account, msg.sender, amount);
    }

    function withdraw(uint256 amount) external whenNotPaused {
        Account storage own = accounts[msg.sender];
        if (own.balance - own.delegated < amount) revert InsufficientSelfStake();
        _withdraw(msg.sender, amount);
    }

    function delegateWithdraw(address account, uint256 amount) external whenNotPaused {
        uint256 staked = getDelegateStake[account][msg.sender];
        if (staked < amount) revert InsufficientDelegateStake();
        getDelegateStake[account][msg.sender] = staked - amount;
        accounts[account].delegated -= amount;
        _withdraw(account, amount);
        emit DelegateWithdrawn(account, msg.sender, amount);
    }

    function getReward(address account, address recipient) public whenNotPaused returns (uint256 reward) {
        if (msg.sender != account && msg.sender != operator[account]) revert NotAllowed();
        _update(account);
        reward = accounts[account].unclaimed;
        if (reward == 0) return 0;
        accounts[account].unclaimed = 0;
        IToken(rewardToken).transferFrom(distributor, recipient, reward);
        emit RewardPaid(account, recipient, reward);
    }

    function exit(address recipient) external whenNotPaused {
        Account storage own = accounts[msg.sender];
        _withdraw(msg.sender, own.balance - own.delegated);
        getReward(msg.sender, recipient);
    }

    function notifyRewardAmount(bytes calldata, uint256 reward) external {
        if (msg.sender != distributor) revert NotAllowed();
        _update(address(0));
        uint256 added = reward * PRECISION;
        if (totalSupply != 0 && block.timestamp < periodFinish) added += _leftOver();
        undistributedRewards += added;
        uint256 allowed = IToken(rewardToken).allowance(distributor, address(this));
        if (undistributedRewards / PRECISION > allowed) revert InsolventReward();
        if (totalSupply != 0) {
            _setRate();
            lastUpdateTime = block.timestamp;
        }
        emit RewardAdded(added);
    }

    function _stake(address account, uint256 amount) private {
        if (amount == 0) revert StakeAmountIsZero();
        if (totalSupply == 0 && undistributedRewards > 0) _setRate();
        _update(account);
        totalSupply += amount;
        accounts[account].balance += amount;
        IToken(stakeToken).transferFrom(msg.sender, address(this), amount);
        emit Staked(account, amount);
    }

    function _withdraw(address account, uint256 amount) private {
        if (amount == 0) revert WithdrawAmountIsZero();
        _update(account);
        accounts[account].balance -= amount;
        totalSupply -= amount;
        if (totalSupply == 0 && block.timestamp < periodFinish) undistributedRewards += _leftOver();
        IToken(stakeToken).transfer(msg.sender, amount);
        emit Withdrawn(account, amount);
    }

    function _setRate() private {
        rewardRate = undistributedRewards / rewardsDuration;
        periodFinish = block.timestamp + rewardsDuration;
        undistributedRewards -= rewardRate * rewardsDuration;
    }

    function _update(address account) private {
        uint256 perToken = rewardPerToken();
        rewardPerTokenStored = perToken;
        lastUpdateTime = lastTimeRewardApplicable();
        if (account == address(0)) return;
        accounts[account].unclaimed = earned(account);
        accounts[account].paidPerToken = perToken;
    }

    function _leftOver() private view returns (uint256) {
        return rewardRate * (periodFinish - block.timestamp);
    }
}
