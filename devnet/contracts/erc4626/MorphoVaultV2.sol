// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

interface IAdapter {
    function realAssets() external view returns (uint256);
    function allocate(bytes calldata data, uint256 assets) external returns (bytes32[] memory ids, int256 change);
    function deallocate(bytes calldata data, uint256 assets) external returns (bytes32[] memory ids, int256 change);
}

/// Own minimal vault that counts, caps and pays as Vaults V2 of Morpho do: assets of its own and in adapters, growth up to a rate, one
/// adapter that deposits go into and withdrawals come out of. Its owner has all roles; there are no timelocks and no fees.
contract MorphoVaultV2 is ERC20, Ownable {
    using SafeERC20 for IERC20;

    struct Caps {
        uint256 absoluteCap;
        uint256 relativeCap;
        uint256 allocation;
    }

    uint256 private constant WAD = 1e18;

    IERC20 public immutable asset;
    uint256 public immutable virtualShares;
    uint8 private immutable shareDecimals;

    string private ownName;
    string private ownSymbol;
    address public receiveSharesGate;
    address public sendSharesGate;
    address public receiveAssetsGate;
    address public sendAssetsGate;
    address public adapterRegistry;
    mapping(bytes4 selector => bool) public abdicated;
    IAdapter[] public adapters;
    IAdapter public liquidityAdapter;
    bytes public liquidityData;
    uint256 public maxRate;
    uint256 private counted;
    uint256 private lastUpdate;
    uint256 private transient firstTotalAssets;
    mapping(bytes32 id => Caps) private caps;

    event Deposit(address indexed sender, address indexed onBehalf, uint256 assets, uint256 shares);
    event Withdraw(
        address indexed sender, address indexed receiver, address indexed onBehalf, uint256 assets, uint256 shares
    );

    error CapExceeded(bytes32 id);
    error NotAllocated(bytes32 id);
    error Gated();

    constructor(address owner_, IERC20Metadata asset_) ERC20("", "") Ownable(owner_) {
        asset = asset_;
        uint8 assetDecimals = asset_.decimals();
        shareDecimals = assetDecimals < 18 ? 18 : assetDecimals;
        virtualShares = 10 ** (shareDecimals - assetDecimals);
        lastUpdate = block.timestamp;
    }

    function setNames(string calldata name_, string calldata symbol_) external onlyOwner {
        (ownName, ownSymbol) = (name_, symbol_);
    }

    function setGates(address shares, address assets) external onlyOwner {
        (receiveSharesGate, sendSharesGate) = (shares, shares);
        (receiveAssetsGate, sendAssetsGate) = (assets, assets);
    }

    function setAdapterRegistry(address registry) external onlyOwner {
        require(!abdicated[msg.sig]);
        adapterRegistry = registry;
    }

    function abdicate(bytes4 selector) external onlyOwner {
        abdicated[selector] = true;
    }

    function addAdapter(IAdapter adapter) external onlyOwner {
        adapters.push(adapter);
    }

    function setLiquidityAdapterAndData(IAdapter adapter, bytes calldata data) external onlyOwner {
        (liquidityAdapter, liquidityData) = (adapter, data);
    }

    function setCaps(bytes32 id, uint256 absolute, uint256 relative_) external onlyOwner {
        (caps[id].absoluteCap, caps[id].relativeCap) = (absolute, relative_);
    }

    function setMaxRate(uint256 rate) external onlyOwner {
        accrueInterest();
        maxRate = rate;
    }

    function allocate(IAdapter adapter, bytes memory data, uint256 assets) public {
        require(msg.sender == owner());
        accrueInterest();
        lend(adapter, data, assets);
    }

    function deallocate(IAdapter adapter, bytes memory data, uint256 assets) external onlyOwner {
        takeBack(adapter, data, assets);
    }

    function accrueInterest() public {
        counted = totalAssets();
        if (firstTotalAssets == 0) firstTotalAssets = counted;
        lastUpdate = block.timestamp;
    }

    function deposit(uint256 assets, address onBehalf) external returns (uint256 shares) {
        accrueInterest();
        shares = previewDeposit(assets);
        if (receiveSharesGate != address(0) || sendAssetsGate != address(0)) revert Gated();
        asset.safeTransferFrom(msg.sender, address(this), assets);
        _mint(onBehalf, shares);
        counted += assets;
        emit Deposit(msg.sender, onBehalf, assets, shares);
        if (address(liquidityAdapter) != address(0)) lend(liquidityAdapter, liquidityData, assets);
    }

    function withdraw(uint256 assets, address receiver, address onBehalf) external returns (uint256 shares) {
        accrueInterest();
        shares = Math.mulDiv(assets, totalSupply() + virtualShares, counted + 1, Math.Rounding.Ceil);
        exit(assets, shares, receiver, onBehalf);
    }

    function redeem(uint256 shares, address receiver, address onBehalf) external returns (uint256 assets) {
        accrueInterest();
        assets = previewRedeem(shares);
        exit(assets, shares, receiver, onBehalf);
    }

    /// No more than what was counted has grown to at the rate; less where adapters have lost something.
    function totalAssets() public view returns (uint256) {
        if (firstTotalAssets != 0) return counted;
        uint256 real = asset.balanceOf(address(this));
        for (uint256 i = 0; i < adapters.length; i++) {
            real += adapters[i].realAssets();
        }
        return Math.min(real, counted + Math.mulDiv(counted * (block.timestamp - lastUpdate), maxRate, WAD));
    }

    function previewDeposit(uint256 assets) public view returns (uint256) {
        return Math.mulDiv(assets, totalSupply() + virtualShares, totalAssets() + 1);
    }

    function previewRedeem(uint256 shares) public view returns (uint256) {
        return Math.mulDiv(shares, totalAssets() + 1, totalSupply() + virtualShares);
    }

    function convertToShares(uint256 assets) external view returns (uint256) {
        return previewDeposit(assets);
    }

    function convertToAssets(uint256 shares) external view returns (uint256) {
        return previewRedeem(shares);
    }

    function maxDeposit(address) external pure returns (uint256) {
        return 0;
    }

    function maxRedeem(address) external pure returns (uint256) {
        return 0;
    }

    function absoluteCap(bytes32 id) external view returns (uint256) {
        return caps[id].absoluteCap;
    }

    function relativeCap(bytes32 id) external view returns (uint256) {
        return caps[id].relativeCap;
    }

    function allocation(bytes32 id) external view returns (uint256) {
        return caps[id].allocation;
    }

    function name() public view override returns (string memory) {
        return ownName;
    }

    function symbol() public view override returns (string memory) {
        return ownSymbol;
    }

    function decimals() public view override returns (uint8) {
        return shareDecimals;
    }

    function exit(uint256 assets, uint256 shares, address receiver, address onBehalf) private {
        if (sendSharesGate != address(0) || receiveAssetsGate != address(0)) revert Gated();
        uint256 idle = asset.balanceOf(address(this));
        if (assets > idle && address(liquidityAdapter) != address(0)) {
            takeBack(liquidityAdapter, liquidityData, assets - idle);
        }
        if (msg.sender != onBehalf) _spendAllowance(onBehalf, msg.sender, shares);
        _burn(onBehalf, shares);
        counted -= assets;
        asset.safeTransfer(receiver, assets);
        emit Withdraw(msg.sender, receiver, onBehalf, assets, shares);
    }

    function lend(IAdapter adapter, bytes memory data, uint256 assets) private {
        asset.safeTransfer(address(adapter), assets);
        (bytes32[] memory ids, int256 change) = adapter.allocate(data, assets);
        for (uint256 i = 0; i < ids.length; i++) {
            Caps storage cap = caps[ids[i]];
            cap.allocation = uint256(int256(cap.allocation) + change);
            uint256 most = cap.relativeCap == WAD
                ? type(uint256).max
                : Math.mulDiv(firstTotalAssets, cap.relativeCap, WAD);
            if (cap.absoluteCap == 0 || cap.allocation > Math.min(cap.absoluteCap, most)) revert CapExceeded(ids[i]);
        }
    }

    function takeBack(IAdapter adapter, bytes memory data, uint256 assets) private {
        (bytes32[] memory ids, int256 change) = adapter.deallocate(data, assets);
        for (uint256 i = 0; i < ids.length; i++) {
            Caps storage cap = caps[ids[i]];
            if (cap.allocation == 0) revert NotAllocated(ids[i]);
            cap.allocation = uint256(int256(cap.allocation) + change);
        }
        asset.safeTransferFrom(address(adapter), address(this), assets);
    }
}
