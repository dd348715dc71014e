// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A token that anyone can mint.
contract Token {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external virtual returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external virtual returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external virtual returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) internal virtual {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// Burns one percent of every transfer.
contract FeeToken is Token {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        balanceOf[to] -= amount / 100;
    }
}

/// Says no instead of reverting.
contract FalseToken is Token {
    bool public silent;

    function turn(bool on) external {
        silent = on;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        if (silent) return false;
        _move(msg.sender, to, amount);
        return true;
    }
}

/// As USDT: no return values, and an allowance changes only from or to zero.
contract QuietToken {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0, "allowance first to 0");
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// Calls whoever receives it, as ERC-777, ERC-721 and ERC-1155 do.
contract HookToken is Token {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        if (to.code.length == 0) return;
        (bool ok,) = to.call("");
        require(ok, "refused");
    }
}

/// Gives an allowance under a name that is on no list.
contract OddToken is Token {
    function entrust(address spender) external {
        allowance[msg.sender][spender] = type(uint256).max;
    }
}

contract Wrapped is Token {
    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
    }

    function withdraw(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        // With the stipend of 2,300 gas alone, as WETH9.
        (bool ok,) = msg.sender.call{value: amount, gas: 0}("");
        require(ok, "refused");
    }
}

/// Refuses transfers of nothing.
contract NonzeroToken is Token {
    function _move(address from, address to, uint256 amount) internal override {
        require(amount != 0, "nothing");
        super._move(from, to, amount);
    }
}

/// Refuses amounts beyond uint96, also in approvals, as UNI and COMP.
contract Uint96Token is Token {
    function approve(address spender, uint256 amount) external override returns (bool) {
        require(amount <= type(uint96).max, "beyond uint96");
        allowance[msg.sender][spender] = amount;
        return true;
    }
}

/// Balances are shares of a supply that grows and shrinks by itself.
contract RebasingToken {
    uint256 public index = 1e18;
    mapping(address => uint256) public shares;
    mapping(address => mapping(address => uint256)) public allowance;

    function rebase(uint256 index_) external {
        index = index_;
    }

    function balanceOf(address owner) external view returns (uint256) {
        return shares[owner] * index / 1e18;
    }

    function mint(address to, uint256 amount) external {
        shares[to] += amount * 1e18 / index;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    /// Rounds down: a wei or two may stay behind, as with stETH.
    function _move(address from, address to, uint256 amount) private {
        uint256 moved = amount * 1e18 / index;
        shares[from] -= moved;
        shares[to] += moved;
    }
}
