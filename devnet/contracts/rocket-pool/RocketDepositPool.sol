// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {RocketNetwork} from "./RocketNetwork.sol";
import {RocketBase, RocketStorage} from "./RocketStorage.sol";

interface IRocketTokenRETH {
    function mint(uint256 ethAmount, address to) external;
    function depositExcess() external payable;
}

/// Own minimal contract with the ABI of Rocket Pool's deposit pool. It keeps its ether itself, where the original has a vault, and pays
/// what the guardian requests for validators to nobody.
contract RocketDepositPool is RocketBase {
    bytes32 private constant REQUESTED_TOTAL = keccak256("deposit.pool.requested.total");
    address private constant VALIDATOR = address(0xdead);

    uint256 public getBalance;
    uint256[] private requests;
    uint256 private firstRequest;

    event DepositReceived(address indexed from, uint256 amount, uint256 time);
    event ExcessWithdrawn(address indexed to, uint256 amount, uint256 time);
    event FundsRequested(
        address indexed receiver, uint256 validatorId, uint256 amount, bool expressQueue, uint256 time
    );
    event FundsAssigned(address indexed receiver, uint256 amount, uint256 time);

    constructor(RocketStorage rocketStorage_) RocketBase(rocketStorage_) {}

    function deposit() external payable {
        RocketNetwork settings = RocketNetwork(contractAddress("rocketDAOProtocolSettingsDeposit"));
        require(settings.getDepositEnabled(), "Deposits into Rocket Pool are currently disabled");
        require(
            msg.value >= settings.getMinimumDeposit(), "The deposited amount is less than the minimum deposit size"
        );
        uint256 capacity = settings.getAssignDepositsEnabled() ? _queueCapacity() : 0;
        require(
            getBalance + msg.value <= settings.getMaximumDepositPoolSize() + capacity,
            "The deposit pool size after depositing exceeds the maximum size"
        );
        uint256 depositFee = (msg.value * settings.getDepositFee()) / CALC_BASE;
        _rEth().mint(msg.value - depositFee, msg.sender);
        emit DepositReceived(msg.sender, msg.value, block.timestamp);
        _process();
        if (settings.getAssignDepositsEnabled()) _assign(settings);
    }

    function getExcessBalance() public view returns (uint256) {
        uint256 capacity = _queueCapacity();
        return capacity >= getBalance ? 0 : getBalance - capacity;
    }

    function getMaximumDepositAmount() external view returns (uint256) {
        RocketNetwork settings = RocketNetwork(contractAddress("rocketDAOProtocolSettingsDeposit"));
        if (!settings.getDepositEnabled()) return 0;
        uint256 maxCapacity = settings.getMaximumDepositPoolSize();
        if (settings.getAssignDepositsEnabled()) maxCapacity += _queueCapacity();
        return getBalance >= maxCapacity ? 0 : maxCapacity - getBalance;
    }

    function withdrawExcessBalance(uint256 amount) external onlyContract("rocketTokenRETH") {
        require(amount <= getExcessBalance(), "Insufficient excess balance for withdrawal");
        getBalance -= amount;
        _rEth().depositExcess{value: amount}();
        emit ExcessWithdrawn(msg.sender, amount, block.timestamp);
    }

    /// A validator enters the queue.
    function requestFunds(uint256 amount) external onlyGuardian {
        requests.push(amount);
        rocketStorage.addUint(REQUESTED_TOTAL, amount);
        emit FundsRequested(VALIDATOR, requests.length, amount, false, block.timestamp);
    }

    function _process() private {
        RocketNetwork network = RocketNetwork(contractAddress("rocketNetworkBalances"));
        uint256 target = (network.getTotalETHBalance() * network.getTargetRethCollateralRate()) / CALC_BASE;
        uint256 held = address(_rEth()).balance;
        uint256 toReth = target > held ? target - held : 0;
        if (toReth > msg.value) toReth = msg.value;
        getBalance += msg.value - toReth;
        if (toReth > 0) _rEth().depositExcess{value: toReth}();
    }

    function _assign(RocketNetwork settings) private {
        uint256 assignments = msg.value / 32 ether;
        uint256 most = settings.getMaximumDepositAssignments();
        if (assignments > most) assignments = most;
        for (; assignments > 0 && firstRequest < requests.length; assignments--) {
            uint256 amount = requests[firstRequest];
            if (getBalance < amount) return;
            firstRequest++;
            getBalance -= amount;
            rocketStorage.subUint(REQUESTED_TOTAL, amount);
            payable(VALIDATOR).transfer(amount);
            emit FundsAssigned(VALIDATOR, amount, block.timestamp);
        }
    }

    function _queueCapacity() private view returns (uint256) {
        RocketNetwork queue = RocketNetwork(contractAddress("rocketMinipoolQueue"));
        return queue.getEffectiveCapacity() + rocketStorage.getUint(REQUESTED_TOTAL);
    }

    function _rEth() private view returns (IRocketTokenRETH) {
        return IRocketTokenRETH(contractAddress("rocketTokenRETH"));
    }
}
