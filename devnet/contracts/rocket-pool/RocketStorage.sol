// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Own minimal contract with the ABI of Rocket Pool's storage: the addresses, numbers and switches of the network by key. The guardian
/// registers the contracts; they and it write.
contract RocketStorage {
    address public immutable getGuardian;
    mapping(bytes32 => address) public getAddress;
    mapping(bytes32 => uint256) public getUint;
    mapping(bytes32 => bool) public getBool;

    modifier onlyNetwork() {
        bool isNetwork = getBool[keccak256(abi.encodePacked("contract.exists", msg.sender))];
        require(isNetwork || msg.sender == getGuardian, "Invalid or outdated network contract");
        _;
    }

    constructor() {
        getGuardian = msg.sender;
    }

    function setAddress(bytes32 key, address value) external onlyNetwork {
        getAddress[key] = value;
    }

    function setBool(bytes32 key, bool value) external onlyNetwork {
        getBool[key] = value;
    }

    function addUint(bytes32 key, uint256 amount) external onlyNetwork {
        getUint[key] += amount;
    }

    function subUint(bytes32 key, uint256 amount) external onlyNetwork {
        getUint[key] -= amount;
    }
}

/// What the contracts of the network have in common.
abstract contract RocketBase {
    RocketStorage internal immutable rocketStorage;
    uint256 internal constant CALC_BASE = 1 ether;

    constructor(RocketStorage rocketStorage_) {
        rocketStorage = rocketStorage_;
    }

    modifier onlyGuardian() {
        require(msg.sender == rocketStorage.getGuardian(), "Account is not the guardian");
        _;
    }

    modifier onlyContract(string memory name) {
        require(msg.sender == contractAddress(name), "Invalid or outdated contract");
        _;
    }

    function contractAddress(string memory name) internal view returns (address) {
        return rocketStorage.getAddress(keccak256(abi.encodePacked("contract.address", name)));
    }
}
