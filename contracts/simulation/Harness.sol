// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev First word of what the account of an eth_call asks its own code.
bytes32 constant MAGIC = keccak256("weir.simulate");
/// @dev Where the code of `Harness` is put.
address constant HARNESS = 0x0000000000000000000000000000005765697201;

/// A call in a simulation.
struct Call {
    address from;
    address to;
    uint256 value;
    /// At most.
    uint256 gas;
    bytes data;
}

/// What became of a call.
struct Result {
    bool ok;
    /// What the CALL and all in it took, with the constant cost of measuring; refunds are not deducted.
    uint256 gas;
    bytes data;
}

/// Runs transactions in one eth_call, for nodes without eth_simulateV1. It is on no chain: a state override puts it there.
///
/// The account that the eth_call comes from runs it by delegate call, through a stub in its place (`Stubs.sol`), and so do the
/// other accounts that act. Calls come from them, and both caller and origin are as in the real transaction.
contract Harness {
    /// Bytes that are kept of what a call returned; a token might return megabytes.
    uint256 private constant KEPT = 32_768;

    /// Runs a transaction after `preceding`, with `reads` before and after it. The reads leave no trace, so the transaction pays
    /// for what it touches as if it came first. The accounts in `warm` have been touched already, as a transaction's target is.
    function run(Call[] calldata preceding, Call[] calldata reads, Call calldata transaction, address[] calldata warm)
        external
        returns (Result[] memory preceded, Result[] memory before, Result memory ran, Result[] memory afterwards)
    {
        preceded = _each(preceding);
        before = _aside(reads);
        // Used, as the optimizer drops a read that is not.
        uint256 seen;
        for (uint256 i; i < warm.length; i++) seen |= warm[i].balance;
        if (seen == type(uint256).max) revert();
        ran = _call(transaction);
        afterwards = _aside(reads);
    }

    /// Runs groups of calls, each on the state as it is, while `reserve` gas is left for the next. Those it does not come to are
    /// empty; it comes to the first.
    function groups(Call[][] calldata all, uint256 reserve) external returns (Result[][] memory results) {
        results = new Result[][](all.length);
        for (uint256 i; i < all.length; i++) {
            if (i > 0 && gasleft() < reserve) break;
            results[i] = _aside(all[i]);
        }
    }

    /// Makes one call in the name of this account.
    function forward(Call calldata one) external returns (Result memory) {
        return _call(one);
    }

    /// Reverts with the results of calls.
    function attempt(Call[] calldata calls) external {
        bytes memory results = abi.encode(_each(calls));
        assembly ("memory-safe") {
            revert(add(results, 32), mload(results))
        }
    }

    /// The results of calls whose effects are undone: balances, storage, and what they touched is cold again (EIP-2929).
    function _aside(Call[] calldata calls) private returns (Result[] memory) {
        (, bytes memory results) = address(this).call(bytes.concat(MAGIC, abi.encodeCall(this.attempt, (calls))));
        return abi.decode(results, (Result[]));
    }

    function _each(Call[] calldata calls) private returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i; i < calls.length; i++) {
            Call calldata one = calls[i];
            if (one.from == address(this)) {
                results[i] = _call(one);
            } else {
                (bool ok, bytes memory data) = one.from.call(bytes.concat(MAGIC, abi.encodeCall(this.forward, (one))));
                if (ok) results[i] = abi.decode(data, (Result));
            }
        }
    }

    function _call(Call calldata one) private returns (Result memory) {
        bytes memory data = one.data;
        (address to, uint256 value, uint256 limit) = (one.to, one.value, one.gas);
        bool ok;
        uint256 used;
        bytes memory returned;
        assembly ("memory-safe") {
            let left := gas()
            ok := call(limit, to, value, add(data, 32), mload(data), 0, 0)
            used := sub(left, gas())
            let size := returndatasize()
            if gt(size, KEPT) { size := KEPT }
            returned := mload(64)
            mstore(returned, size)
            returndatacopy(add(returned, 32), 0, size)
            mstore(64, and(add(add(returned, size), 63), not(31)))
        }
        return Result(ok, used, returned);
    }
}
