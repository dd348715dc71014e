// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IWrapped {
    function deposit() external payable;
    function transfer(address to, uint256 amount) external returns (bool);
}

interface IV2Factory {
    function createPair(address tokenA, address tokenB) external returns (address);
}

interface IV2Pair {
    function mint(address to) external returns (uint256);
}

interface IV3Factory {
    function createPool(address tokenA, address tokenB, uint24 fee) external returns (address);
}

interface IV3Pool {
    function initialize(uint160 sqrtPriceX96) external;
    function mint(address to, int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256);
}

/// A token of which its first holder has all.
contract PooledToken {
    string public constant name = "Pooled Token";
    string public constant symbol = "POOL";
    uint8 public constant decimals = 18;
    uint256 public constant totalSupply = type(uint128).max;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function take() external {
        balanceOf[msg.sender] = totalSupply;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Makes pools of tokens of its own with the wrapped native currency, many in one transaction.
contract ManyPools {
    IWrapped private immutable wrapped;
    PooledToken private immutable original = new PooledToken();
    /// Made so far.
    PooledToken[] public tokens;
    address[] public pairs;
    address[] public pools;

    constructor(IWrapped wrapped_) {
        wrapped = wrapped_;
    }

    receive() external payable {}

    function wrap() external {
        wrapped.deposit{value: address(this).balance}();
    }

    /// Pairs of as many new tokens.
    function makePairs(address factory, uint256 count) external {
        for (uint256 i = 0; i < count; i++) {
            PooledToken token = _clone();
            token.take();
            tokens.push(token);
            pairs.push(IV2Factory(factory).createPair(address(token), address(wrapped)));
            _provide(pairs.length - 1, 1e16);
        }
    }

    /// Provides to pairs from one on again.
    function provide(uint256 from, uint256 count) external {
        for (uint256 i = from; i < from + count; i++) _provide(i, 1e14);
    }

    /// Pools of the tokens that have none, with so many positions each, one around the other.
    function makePools(address factory, uint24 fee, uint256 count, uint256 positions) external {
        for (uint256 i = 0; i < count; i++) {
            address pool =
                IV3Factory(factory).createPool(address(tokens[pools.length]), address(wrapped), fee);
            pools.push(pool);
            IV3Pool(pool).initialize(1 << 96);
            _surround(pool, 0, positions);
        }
    }

    /// Positions of the newest pool beyond those that it has.
    function surround(uint256 from, uint256 count) external {
        _surround(pools[pools.length - 1], from, count);
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata data) external {
        (bool isFirst, PooledToken token) = abi.decode(data, (bool, PooledToken));
        token.transfer(msg.sender, isFirst ? amount0 : amount1);
        wrapped.transfer(msg.sender, isFirst ? amount1 : amount0);
    }

    function _surround(address pool, uint256 from, uint256 count) private {
        PooledToken token = tokens[pools.length - 1];
        bytes memory data = abi.encode(address(token) < address(wrapped), token);
        for (uint256 i = from; i < from + count; i++) {
            int24 tick = int24(int256(60 * (i + 1)));
            IV3Pool(pool).mint(address(this), -tick, tick, uint128(1e15 + i * 1e12), data);
        }
    }

    function _provide(uint256 place, uint256 amount) private {
        tokens[place].transfer(pairs[place], amount * (1 + place % 7));
        wrapped.transfer(pairs[place], amount);
        IV2Pair(pairs[place]).mint(address(this));
    }

    /// EIP-1167.
    function _clone() private returns (PooledToken clone) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", address(original), hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly {
            clone := create(0, add(code, 32), mload(code))
        }
        require(address(clone) != address(0));
    }
}
