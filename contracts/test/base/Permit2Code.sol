// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "./Vm.sol";

/// Permit2's own runtime code, which a package carries as a constant of a deployment script.
library Permit2Code {
    error NotFound();

    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    string private constant SCRIPT =
        "../node_modules/@uniswap/v4-periphery/foundry-out/DeployPermit2.sol/DeployPermit2.json";
    bytes32 private constant FIRST_BYTES = 0x6040608081526004908136101561001557600080fd5b600090813560e01c8063;
    uint256 private constant SIZE = 9152;
    /// Of the code on mainnet.
    bytes32 private constant HASH = 0xa1ad0529565c25202190d4ae7f75d4ca08dc432cc760544ee7d0313b68e82ecd;

    function load() internal view returns (bytes memory code) {
        bytes memory script = vm.parseJsonBytes(vm.readFile(SCRIPT), ".bytecode.object");
        code = new bytes(SIZE);
        for (uint256 at = 32; at + SIZE <= script.length + 32; ++at) {
            bytes32 word;
            assembly ("memory-safe") {
                word := mload(add(script, at))
            }
            if (word != FIRST_BYTES) continue;
            assembly ("memory-safe") {
                mcopy(add(code, 32), add(script, at), SIZE)
            }
            if (keccak256(code) == HASH) return code;
        }
        revert NotFound();
    }
}
