// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Hands every call on by delegate call, as a proxy does.
contract DelegatingProxy {
    address private immutable target;

    constructor(address target_) {
        target = target_;
    }

    fallback() external payable virtual {
        _delegate(target);
    }

    function _delegate(address to) internal {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    receive() external payable {}
}

/// Knows a contract for each function, as a diamond its facets and a modular account (ERC-7579) its fallback handlers; its
/// owner may have it delegate-call anything.
contract ModularAccount is DelegatingProxy {
    address private immutable owner;
    mapping(bytes4 => address) public facet;

    constructor(address owner_) DelegatingProxy(address(0)) {
        owner = owner_;
    }

    function install(bytes4 selector, address facet_) external {
        facet[selector] = facet_;
    }

    function delegate(address to, bytes calldata data) external payable returns (bytes memory answer) {
        require(msg.sender == owner, "not the owner");
        bool ok;
        (ok, answer) = to.delegatecall(data);
        require(ok, string(answer));
    }

    fallback() external payable virtual override {
        address to = facet[msg.sig];
        require(to != address(0), "no such function");
        _delegate(to);
    }
}

/// Hands calls on as the one before, and returns their answers as `bytes`.
contract WrappingAccount is ModularAccount {
    constructor(address owner_) ModularAccount(owner_) {}

    fallback() external payable override {
        (bool ok, bytes memory answer) = facet[msg.sig].delegatecall(msg.data);
        require(ok, "refused");
        bytes memory wrapped = abi.encode(answer);
        assembly ("memory-safe") {
            return(add(wrapped, 32), mload(wrapped))
        }
    }
}

/// Notes each call before it hands it on, in storage, as an account whose fallback has a hook.
contract NotingAccount is ModularAccount {
    uint256 public calls;

    constructor(address owner_) ModularAccount(owner_) {}

    fallback() external payable override {
        ++calls;
        _delegate(facet[msg.sig]);
    }
}

/// Hands calls on one at a time.
contract GuardedAccount is ModularAccount {
    bool private transient running;

    constructor(address owner_) ModularAccount(owner_) {}

    fallback() external payable override {
        require(!running, "one at a time");
        running = true;
        (bool ok,) = facet[msg.sig].delegatecall(msg.data);
        require(ok, "refused");
        running = false;
    }
}

/// Hands calls on, but none of its own.
contract SelflessAccount is ModularAccount {
    constructor(address owner_) ModularAccount(owner_) {}

    fallback() external payable override {
        require(msg.sender != address(this), "not for me");
        _delegate(facet[msg.sig]);
    }
}

/// Hands calls on, and reads a word of each answer.
contract ReadingAccount is ModularAccount {
    uint256 public last;

    constructor(address owner_) ModularAccount(owner_) {}

    fallback() external payable override {
        (bool ok, bytes memory answer) = facet[msg.sig].delegatecall(msg.data);
        require(ok, "refused");
        last = abi.decode(answer, (uint256));
    }
}

/// Asks a hook twice before it hands calls on, whatever the hook answers.
contract HookedAccount is ModularAccount {
    address private hook;

    constructor(address owner_) ModularAccount(owner_) {}

    function setHook(address hook_) external {
        hook = hook_;
    }

    fallback() external payable override {
        (bool first,) = hook.call("");
        (bool second,) = hook.call("");
        (first, second);
        _delegate(facet[msg.sig]);
    }
}

/// A hook that owns the account which it hooks, and has it run a program whenever it is asked.
contract OwningHook {
    bytes private data;
    bool public ran;

    function prepare(bytes calldata data_) external {
        data = data_;
    }

    fallback() external {
        (bool ok,) = msg.sender.call(data);
        if (ok) ran = true;
    }
}

/// A hook of whoever sent the call: what the account asks itself meets it for the third time, and all its gas is burnt.
contract BurningHook {
    uint256 private calls;

    fallback() external {
        if (++calls > 2) {
            assembly ("memory-safe") {
                invalid()
            }
        }
    }
}

/// Hands calls on as the ones before, and keeps their answers to itself.
contract SilentAccount is ModularAccount {
    constructor(address owner_) ModularAccount(owner_) {}

    fallback() external payable override {
        (bool ok,) = facet[msg.sig].delegatecall(msg.data);
        require(ok, "refused");
    }
}

/// As a Safe: its fallback handler is called, with the caller appended, and not delegate-called.
contract HandledWallet {
    address private immutable owner;
    address private immutable handler;

    constructor(address owner_, address handler_) {
        (owner, handler) = (owner_, handler_);
    }

    function delegate(address to, bytes calldata data) external payable {
        require(msg.sender == owner, "not the owner");
        (bool ok, bytes memory answer) = to.delegatecall(data);
        if (ok) return;
        assembly ("memory-safe") {
            revert(add(answer, 32), mload(answer))
        }
    }

    fallback() external {
        (bool ok, bytes memory answer) = handler.call(abi.encodePacked(msg.data, msg.sender));
        assembly ("memory-safe") {
            if ok { return(add(answer, 32), mload(answer)) }
            revert(add(answer, 32), mload(answer))
        }
    }
}

/// Hands calls on after much work. To be delegate-called by an account, whose facets it finds in the same place.
contract CostlyHandler is ModularAccount(address(0)) {
    uint256 public constant WORK = 7_000_000;

    fallback() external payable override {
        uint256 start = gasleft();
        uint256 done;
        while (done < WORK) done = start - gasleft();
        _delegate(facet[msg.sig]);
    }
}

/// Hands calls on by a handler, and says nothing of its failures.
contract ForgivingAccount is ModularAccount {
    address private immutable handler;

    constructor(address owner_, address handler_) ModularAccount(owner_) {
        handler = handler_;
    }

    fallback() external payable override {
        (bool ok, bytes memory answer) = handler.delegatecall(msg.data);
        if (!ok) return;
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }
}
