// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Comptroller} from "./Comptroller.sol";

/// Our own stand-in for a market of Compound V2 and its forks: the functions, refusals and arithmetic that an account meets,
/// without liquidations and governance. Interest is counted by the block or by the second. Anyone sets rates and reserves.
abstract contract CToken {
    uint256 private constant WAD = 1e18;
    uint256 private constant MOST_RATE = 5e12;
    /// What the original answers where the comptroller, or the cash, refuses.
    uint256 private constant REJECTED = 3;
    uint256 private constant NO_CASH = 14;

    string public name;
    string public symbol;
    uint8 public constant decimals = 8;
    Comptroller public immutable comptroller;
    bool private immutable bySecond;
    uint256 private immutable initialRate;

    uint256 public totalSupply;
    uint256 public totalBorrows;
    uint256 public totalReserves;
    uint256 public borrowIndex = WAD;
    uint256 public reserveFactorMantissa;
    uint256 public reduceReservesBlockNumber;
    uint256 public reduceReservesBlockDelta = type(uint128).max;
    uint256 private accruedAt;
    /// Per tick of the clock, 18 decimals.
    uint256 private base;
    uint256 private slope;
    uint256 private jump;
    uint256 private kink;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) private principal;
    mapping(address => uint256) private indexOf;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);
    event AccrueInterest(uint256 cashPrior, uint256 interestAccumulated, uint256 borrowIndex, uint256 totalBorrows);
    event Mint(address minter, uint256 mintAmount, uint256 mintTokens);
    event Redeem(address redeemer, uint256 redeemAmount, uint256 redeemTokens);
    event Borrow(address borrower, uint256 borrowAmount, uint256 accountBorrows, uint256 totalBorrows);
    event RepayBorrow(address payer, address borrower, uint256 amount, uint256 accountBorrows, uint256 totalBorrows);
    event Failure(uint256 error, uint256 info, uint256 detail);

    constructor(string memory name_, string memory symbol_, Comptroller comptroller_, uint256 rate, bool bySecond_) {
        (name, symbol, comptroller, initialRate, bySecond) = (name_, symbol_, comptroller_, rate, bySecond_);
        accruedAt = bySecond_ ? block.timestamp : block.number;
    }

    function setRates(uint256[4] calldata rates, uint256 reserveFactor) external {
        accrueInterest();
        (base, slope, jump, kink) = (rates[0], rates[1], rates[2], rates[3]);
        reserveFactorMantissa = reserveFactor;
    }

    function setReduceReservesBlockDelta(uint256 delta) external {
        reduceReservesBlockDelta = delta;
    }

    function accrualBlockNumber() external view returns (uint256) {
        return accruedAt;
    }

    function accrualBlockTimestamp() external view returns (uint256) {
        return accruedAt;
    }

    function borrowRatePerBlock() external view returns (uint256) {
        return _borrowRate(_cash());
    }

    function borrowRatePerTimestamp() external view returns (uint256) {
        return _borrowRate(_cash());
    }

    function getCash() external view returns (uint256) {
        return _cash();
    }

    function exchangeRateStored() public view returns (uint256) {
        if (totalSupply == 0) return initialRate;
        return ((_cash() + totalBorrows - totalReserves) * WAD) / totalSupply;
    }

    function borrowBalanceStored(address account) public view returns (uint256) {
        return principal[account] == 0 ? 0 : (principal[account] * borrowIndex) / indexOf[account];
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _transfer(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
        return _transfer(from, to, amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function accrueInterest() public {
        uint256 elapsed = (bySecond ? block.timestamp : block.number) - accruedAt;
        if (elapsed == 0) return;
        uint256 cash = _cash();
        uint256 rate = _borrowRate(cash);
        require(rate <= MOST_RATE, "borrow rate is absurdly high");
        uint256 factor = rate * elapsed;
        uint256 interest = (factor * totalBorrows) / WAD;
        accruedAt += elapsed;
        totalBorrows += interest;
        totalReserves += (interest * reserveFactorMantissa) / WAD;
        borrowIndex += (factor * borrowIndex) / WAD;
        if (block.number - reduceReservesBlockNumber >= reduceReservesBlockDelta) {
            reduceReservesBlockNumber = block.number;
            uint256 paid = cash < totalReserves ? cash : totalReserves;
            totalReserves -= paid;
            _pay(address(comptroller), paid);
        }
        emit AccrueInterest(cash, interest, borrowIndex, totalBorrows);
    }

    function redeem(uint256 tokens) external returns (uint256) {
        accrueInterest();
        return _redeem(tokens, (exchangeRateStored() * tokens) / WAD);
    }

    function redeemUnderlying(uint256 amount) external returns (uint256) {
        accrueInterest();
        return _redeem((amount * WAD) / exchangeRateStored(), amount);
    }

    function borrow(uint256 amount) external returns (uint256) {
        accrueInterest();
        if (!comptroller.borrowAllowed(msg.sender, amount)) return _refused(REJECTED);
        if (_cash() < amount) return _refused(NO_CASH);
        _owe(msg.sender, borrowBalanceStored(msg.sender) + amount);
        totalBorrows += amount;
        _pay(msg.sender, amount);
        emit Borrow(msg.sender, amount, principal[msg.sender], totalBorrows);
        return 0;
    }

    function _borrowRate(uint256 cash) private view returns (uint256) {
        if (totalBorrows == 0) return base;
        uint256 used = (totalBorrows * WAD) / (cash + totalBorrows - totalReserves);
        if (used <= kink) return (used * slope) / WAD + base;
        return (kink * slope) / WAD + base + ((used - kink) * jump) / WAD;
    }

    function _mint(uint256 amount) internal {
        comptroller.mintAllowed(msg.sender, amount);
        uint256 rate = exchangeRateStored();
        uint256 tokens = (_take(msg.sender, amount) * WAD) / rate;
        totalSupply += tokens;
        balanceOf[msg.sender] += tokens;
        emit Mint(msg.sender, amount, tokens);
        emit Transfer(address(this), msg.sender, tokens);
    }

    function _repay(uint256 amount) internal {
        uint256 owed = borrowBalanceStored(msg.sender);
        uint256 paid = _take(msg.sender, amount == type(uint256).max ? owed : amount);
        require(paid <= owed, "REPAY_BORROW_NEW_ACCOUNT_BORROW_BALANCE_CALCULATION_FAILED");
        _owe(msg.sender, owed - paid);
        totalBorrows = paid < totalBorrows ? totalBorrows - paid : 0;
        emit RepayBorrow(msg.sender, msg.sender, paid, owed - paid, totalBorrows);
    }

    function _owe(address account, uint256 amount) private {
        (principal[account], indexOf[account]) = (amount, borrowIndex);
    }

    function _redeem(uint256 tokens, uint256 amount) private returns (uint256) {
        if (!comptroller.redeemAllowed(msg.sender, tokens)) return _refused(REJECTED);
        if (tokens > balanceOf[msg.sender]) return _refused(REJECTED);
        if (_cash() < amount) return _refused(NO_CASH);
        require(tokens > 0 || amount == 0, "redeemTokens zero");
        totalSupply -= tokens;
        balanceOf[msg.sender] -= tokens;
        uint256 fee = (amount * comptroller.treasuryPercent()) / WAD;
        if (fee > 0) _pay(address(comptroller), fee);
        _pay(msg.sender, amount - fee);
        emit Transfer(msg.sender, address(this), tokens);
        emit Redeem(msg.sender, amount - fee, tokens);
        return 0;
    }

    function _transfer(address from, address to, uint256 amount) private returns (bool) {
        comptroller.transferAllowed(from, to, amount);
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
        return true;
    }

    function _refused(uint256 error) private returns (uint256) {
        emit Failure(error, 0, 0);
        return error;
    }

    function _cash() internal view virtual returns (uint256);

    function _take(address from, uint256 amount) internal virtual returns (uint256);

    function _pay(address to, uint256 amount) internal virtual;
}
