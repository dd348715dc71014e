// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IAdapter, MorphoVaultV2} from "./MorphoVaultV2.sol";

struct MarketParams {
    address loanToken;
    address collateralToken;
    address oracle;
    address irm;
    uint256 lltv;
}

interface IMorpho {
    function supply(MarketParams memory params, uint256 assets, uint256 shares, address onBehalf, bytes memory data)
        external
        returns (uint256, uint256);
    function withdraw(MarketParams memory params, uint256 assets, uint256 shares, address onBehalf, address receiver)
        external
        returns (uint256, uint256);
    function market(bytes32 id) external view returns (uint128, uint128, uint128, uint128, uint128, uint128);
}

/// What adapters of Morpho's Vaults V2 have in common.
abstract contract MorphoAdapter is IAdapter {
    MorphoVaultV2 public immutable parentVault;
    IERC20 public immutable asset;
    bytes32 public immutable adapterId;

    constructor(MorphoVaultV2 parentVault_, address spender) {
        parentVault = parentVault_;
        asset = parentVault_.asset();
        adapterId = keccak256(abi.encode("this", address(this)));
        SafeERC20.forceApprove(asset, address(parentVault_), type(uint256).max);
        SafeERC20.forceApprove(asset, spender, type(uint256).max);
    }

    modifier onlyVault() {
        require(msg.sender == address(parentVault));
        _;
    }
}

/// Own minimal adapter that lends to a vault of the first version.
contract MorphoVaultV1Adapter is MorphoAdapter {
    IERC4626 public immutable morphoVaultV1;

    constructor(MorphoVaultV2 parentVault_, IERC4626 vault) MorphoAdapter(parentVault_, address(vault)) {
        morphoVaultV1 = vault;
    }

    function allocate(bytes calldata, uint256 assets) external onlyVault returns (bytes32[] memory, int256) {
        if (assets > 0) morphoVaultV1.deposit(assets, address(this));
        return change();
    }

    function deallocate(bytes calldata, uint256 assets) external onlyVault returns (bytes32[] memory, int256) {
        if (assets > 0) morphoVaultV1.withdraw(assets, address(this), address(this));
        return change();
    }

    function realAssets() external view returns (uint256) {
        return parentVault.allocation(adapterId) == 0 ? 0 : held();
    }

    function held() private view returns (uint256) {
        return morphoVaultV1.previewRedeem(morphoVaultV1.balanceOf(address(this)));
    }

    function change() private view returns (bytes32[] memory ids, int256) {
        ids = new bytes32[](1);
        ids[0] = adapterId;
        return (ids, int256(held()) - int256(parentVault.allocation(adapterId)));
    }
}

/// Own minimal adapter that lends to markets of Morpho whose interest it does not have to foresee: those without an interest model.
contract MorphoMarketV1Adapter is MorphoAdapter {
    IMorpho public immutable morpho;
    bytes32[] public marketIds;
    mapping(bytes32 marketId => uint256) public supplyShares;

    constructor(MorphoVaultV2 parentVault_, IMorpho morpho_) MorphoAdapter(parentVault_, address(morpho_)) {
        morpho = morpho_;
    }

    function allocate(bytes calldata data, uint256 assets) external onlyVault returns (bytes32[] memory, int256) {
        MarketParams memory params = abi.decode(data, (MarketParams));
        require(params.irm == address(0));
        bytes32 id = keccak256(abi.encode(params));
        if (supplyShares[id] == 0) marketIds.push(id);
        if (assets > 0) {
            (, uint256 shares) = morpho.supply(params, assets, 0, address(this), "");
            supplyShares[id] += shares;
        }
        return change(params, id);
    }

    function deallocate(bytes calldata data, uint256 assets) external onlyVault returns (bytes32[] memory, int256) {
        MarketParams memory params = abi.decode(data, (MarketParams));
        bytes32 id = keccak256(abi.encode(params));
        if (assets > 0) {
            (, uint256 shares) = morpho.withdraw(params, assets, 0, address(this), address(this));
            supplyShares[id] -= shares;
            if (supplyShares[id] == 0) forget(id);
        }
        return change(params, id);
    }

    function realAssets() external view returns (uint256 sum) {
        for (uint256 i = 0; i < marketIds.length; i++) {
            sum += expectedSupplyAssets(marketIds[i]);
        }
    }

    /// With the virtual amounts of Morpho: one asset, a million shares.
    function expectedSupplyAssets(bytes32 id) public view returns (uint256) {
        (uint128 assets, uint128 shares,,,,) = morpho.market(id);
        return Math.mulDiv(supplyShares[id], uint256(assets) + 1, uint256(shares) + 1e6);
    }

    function change(MarketParams memory params, bytes32 id) private view returns (bytes32[] memory ids, int256) {
        ids = new bytes32[](3);
        ids[0] = adapterId;
        ids[1] = keccak256(abi.encode("collateralToken", params.collateralToken));
        ids[2] = keccak256(abi.encode("this/marketParams", address(this), params));
        return (ids, int256(expectedSupplyAssets(id)) - int256(parentVault.allocation(ids[2])));
    }

    function forget(bytes32 id) private {
        for (uint256 i = 0; i < marketIds.length; i++) {
            if (marketIds[i] != id) continue;
            marketIds[i] = marketIds[marketIds.length - 1];
            marketIds.pop();
            return;
        }
    }
}
