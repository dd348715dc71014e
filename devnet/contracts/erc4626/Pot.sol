// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Own minimal contract with the ABI of Maker's Pot: the savings rate and its accumulator, with the original's rounding. The ledger
/// behind it (Vat) is left out: whoever joins keeps the Dai.
contract Pot {
    uint256 private constant ONE = 1e27;

    mapping(address => uint256) public wards;
    mapping(address => uint256) public pie;
    uint256 public Pie;
    uint256 public dsr = ONE;
    uint256 public chi = ONE;
    uint256 public rho = block.timestamp;
    uint256 public live = 1;

    modifier auth() {
        require(wards[msg.sender] == 1, "Pot/not-authorized");
        _;
    }

    constructor() {
        wards[msg.sender] = 1;
    }

    function file(bytes32 what, uint256 data) external auth {
        require(live == 1, "Pot/not-live");
        require(block.timestamp == rho, "Pot/rho-not-updated");
        require(what == "dsr", "Pot/file-unrecognized-param");
        dsr = data;
    }

    function cage() external auth {
        live = 0;
        dsr = ONE;
    }

    function drip() external returns (uint256) {
        chi = _rpow(dsr, block.timestamp - rho) * chi / ONE;
        rho = block.timestamp;
        return chi;
    }

    function join(uint256 wad) external {
        require(block.timestamp == rho, "Pot/rho-not-updated");
        pie[msg.sender] += wad;
        Pie += wad;
    }

    function exit(uint256 wad) external {
        pie[msg.sender] -= wad;
        Pie -= wad;
    }

    /// `x` to the power `n` by squaring; every product is rounded half up.
    function _rpow(uint256 x, uint256 n) private pure returns (uint256 z) {
        z = n % 2 == 1 ? x : ONE;
        for (n /= 2; n != 0; n /= 2) {
            x = (x * x + ONE / 2) / ONE;
            if (n % 2 == 1) z = (z * x + ONE / 2) / ONE;
        }
    }
}
