// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IToken} from "./DaiUsds.sol";

/// Our own stand-in for Sky's peg stability module, with its functions, fees and events. Who fills and trims the original is
/// governance's; here anyone sets fees, and tokens are minted to it and its pocket.
contract DssLitePsm {
    uint256 public constant HALTED = type(uint256).max;
    uint256 private constant WAD = 1e18;

    IToken public immutable dai;
    IToken public immutable gem;
    address public immutable pocket;
    uint256 public immutable to18ConversionFactor;

    uint256 public tin;
    uint256 public tout;

    event File(bytes32 indexed what, uint256 data);
    event SellGem(address indexed owner, uint256 value, uint256 fee);
    event BuyGem(address indexed owner, uint256 value, uint256 fee);

    constructor(IToken dai_, IToken gem_, address pocket_) {
        (dai, gem, pocket) = (dai_, gem_, pocket_);
        to18ConversionFactor = 10 ** (18 - gem_.decimals());
    }

    function file(bytes32 what, uint256 data) external {
        require(data <= WAD || data == HALTED, "out of range");
        if (what == "tin") tin = data;
        else if (what == "tout") tout = data;
        else revert("unknown parameter");
        emit File(what, data);
    }

    function sellGem(address usr, uint256 gemAmt) external returns (uint256 daiOutWad) {
        require(tin != HALTED, "selling is halted");
        uint256 par = gemAmt * to18ConversionFactor;
        uint256 fee = par * tin / WAD;
        daiOutWad = par - fee;
        gem.transferFrom(msg.sender, pocket, gemAmt);
        dai.transfer(usr, daiOutWad);
        emit SellGem(usr, gemAmt, fee);
    }

    function buyGem(address usr, uint256 gemAmt) external returns (uint256 daiInWad) {
        require(tout != HALTED, "buying is halted");
        uint256 par = gemAmt * to18ConversionFactor;
        uint256 fee = par * tout / WAD;
        daiInWad = par + fee;
        dai.transferFrom(msg.sender, address(this), daiInWad);
        gem.transferFrom(pocket, usr, gemAmt);
        emit BuyGem(usr, gemAmt, fee);
    }
}

/// Holds what the module sells.
contract DssPocket {
    constructor(IToken gem, address psm) {
        gem.approve(psm, type(uint256).max);
    }
}

/// The module for USDS. The original makes USDS of DAI and back; this pays out of what it holds of both.
contract UsdsPsmWrapper {
    DssLitePsm public immutable psm;
    IToken public immutable gem;
    IToken public immutable usds;

    constructor(DssLitePsm psm_, IToken dai, IToken gem_, IToken usds_) {
        (psm, gem, usds) = (psm_, gem_, usds_);
        dai.approve(address(psm_), type(uint256).max);
        gem_.approve(address(psm_), type(uint256).max);
    }

    function tin() external view returns (uint256) {
        return psm.tin();
    }

    function tout() external view returns (uint256) {
        return psm.tout();
    }

    function sellGem(address usr, uint256 gemAmt) external returns (uint256 usdsOutWad) {
        gem.transferFrom(msg.sender, address(this), gemAmt);
        usdsOutWad = psm.sellGem(address(this), gemAmt);
        usds.transfer(usr, usdsOutWad);
    }

    function buyGem(address usr, uint256 gemAmt) external returns (uint256 usdsInWad) {
        usdsInWad = psm.buyGem(usr, gemAmt);
        usds.transferFrom(msg.sender, address(this), usdsInWad);
    }
}
