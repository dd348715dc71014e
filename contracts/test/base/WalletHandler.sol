// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CoreWalletFactory} from "../../src/hosts/CoreWalletFactory.sol";
import {DelegateExecutor} from "../../src/hosts/DelegateExecutor.sol";
import {Order} from "../../src/hosts/Order.sol";
import {WalletVM} from "../../src/hosts/WalletVM.sol";
import {IUnlocked} from "./HostileHolder.sol";
import {Ledger} from "./Ledger.sol";
import {SmartWallet} from "./SmartWallet.sol";
import {Steps} from "./Steps.sol";
import {Token} from "./Tokens.sol";
import {ISwapCallback, Pair, Pool, Vault} from "./Venues.sol";

/// Programs of a wallet's owner, odd ones too, through every host; strangers at every door; and the wallet's storage after each.
contract WalletHandler is Ledger {
    struct World {
        DelegateExecutor delegateExecutor;
        CoreWalletFactory factory;
        SmartWallet safe;
        address account7702;
        Pair pair;
        Pool pool;
        Vault vault;
        address owner;
        address attacker;
    }

    DelegateExecutor private immutable delegateExecutor;
    CoreWalletFactory private immutable factory;
    SmartWallet private immutable safe;
    address private immutable account7702;
    address private immutable coreWallet;
    Token private immutable a;
    Token private immutable b;
    Pair private immutable pair;
    Pool private immutable pool;
    Vault private immutable vault;
    address private immutable owner;
    address private immutable attacker;
    bytes32 private immutable storageOfSafe;

    constructor(World memory w) {
        (delegateExecutor, factory, safe, account7702) = (w.delegateExecutor, w.factory, w.safe, w.account7702);
        (pair, pool, vault, owner, attacker) = (w.pair, w.pool, w.vault, w.owner, w.attacker);
        (a, b) = (w.pool.token0(), w.pool.token1());
        coreWallet = w.factory.walletOf(w.owner);
        storageOfSafe = _storageOfSafe();
    }

    /// A swap in an account of the owner. It must go through.
    function honestSwap(uint8 host, uint64 amount) external {
        address account = _account(host);
        uint256 amountIn = uint256(amount) + 1e9;
        bytes memory program =
            bytes.concat(hex"01", Steps.send(1, address(a), address(pair)), Steps.v2(1, 1, true, address(pair), owner));
        Order memory o = Order(amountIn, address(b), 1, owner, block.timestamp);
        a.mint(account, amountIn);
        uint256[2] memory held = [a.balanceOf(account), b.balanceOf(owner)];
        _count();
        (bool ok, bytes memory answer) = _asOwner(host, abi.encodeCall(WalletVM.execute, (o, program)));
        _unless(ok, "an honest program failed");
        _unless(ok && b.balanceOf(owner) - held[1] == abi.decode(answer, (uint256)), "I6: output is not what arrived");
        _unless(held[0] - a.balanceOf(account) == amountIn, "I7: another amount was spent");
        _settle();
    }

    /// Steps at random: they may fail, but not touch what is not theirs.
    function oddProgram(uint8 host, uint256 seed) external {
        address account = _account(host);
        a.mint(account, 1e12);
        bytes memory program = hex"03";
        for (uint256 i; i <= seed % 3; ++i) {
            program = bytes.concat(program, _step(uint256(keccak256(abi.encode(seed, i))), account));
        }
        _count();
        (bool ok,) = _asOwner(host, abi.encodeCall(WalletVM.run, (block.timestamp, program)));
        if (ok) _settle();
        _unless(_storageOfSafe() == storageOfSafe, "I13: a program wrote to the wallet's storage");
    }

    /// Strangers at the accounts, at the code behind them and at the factory; it succeeds when they stay out.
    function knock(uint8 host, uint256 seed) external {
        address account = _account(host);
        address[4] memory doors =
            [account, address(delegateExecutor), address(factory.implementation()), address(factory)];
        uint256 held = a.balanceOf(account);
        bytes memory program = bytes.concat(hex"01", Steps.set(1, 1), Steps.send(1, address(a), attacker));
        bytes[4] memory calls_ = [
            abi.encodeCall(WalletVM.run, (block.timestamp, program)),
            abi.encodeCall(WalletVM.execute, (Order(1, address(a), 1, attacker, block.timestamp), program)),
            abi.encodeCall(ISwapCallback.uniswapV3SwapCallback, (1, -1, abi.encode(a, 1))),
            abi.encodeCall(IUnlocked.lockAcquired, (program))
        ];
        _count();
        bool deployed = doors[seed % 4].code.length != 0;
        vm.prank(attacker);
        (bool opened,) = doors[seed % 4].call(calls_[(seed >> 8) % 4]);
        _unless(!opened || !deployed, "I14: a stranger ran a program");
        _unless(a.balanceOf(account) == held, "I14: a stranger took tokens");
        _settle();
    }

    function _settle() private {
        _succeed();
        _unless(_storageOfSafe() == storageOfSafe, "I13: a program wrote to the wallet's storage");
        _unless(factory.walletOf(owner) == coreWallet, "I14: the address moved");
    }

    function _asOwner(uint8 host, bytes memory data) private returns (bool ok, bytes memory answer) {
        if (host % 3 == 0) {
            vm.prank(owner);
            (ok, answer) = address(safe).call(abi.encodeCall(SmartWallet.delegate, (address(delegateExecutor), data)));
            if (ok) answer = abi.decode(answer, (bytes));
        } else if (host % 3 == 1) {
            vm.prank(owner);
            (ok, answer) = address(factory).call(data);
        } else {
            vm.prank(account7702);
            (ok, answer) = account7702.call(data);
        }
    }

    function _account(uint8 host) private view returns (address) {
        return [address(safe), coreWallet, account7702][host % 3];
    }

    function _step(uint256 pick, address account) private view returns (bytes memory) {
        uint256 kind = pick % 8;
        uint128 amount = uint128((pick >> 16) % 1e12);
        if (kind == 0) return bytes.concat(Steps.set(1, amount), Steps.send(1, address(a), attacker));
        if (kind == 1) return Steps.call(address(b), abi.encodeCall(Token.approve, (attacker, amount)));
        if (kind == 2) {
            return bytes.concat(Steps.set(1, amount), Steps.v3Pay(1, 1, true, address(pool), owner, address(a)));
        }
        if (kind == 3) return Steps.balance(2, address(a));
        if (kind == 4) return Steps.pull(1, attacker);
        if (kind == 5) return Steps.call(address(vault), abi.encodeCall(Vault.echo, (amount, 1)));
        if (kind == 6) return Steps.call(account, abi.encodeCall(WalletVM.run, (block.timestamp, hex"010101")));
        return bytes.concat(Steps.set(3, amount), Steps.take(2, 3, uint64(pick >> 32)), Steps.add(3, 2));
    }

    /// Hash of the first slots, and of the one that a lock kept in storage would use.
    function _storageOfSafe() private returns (bytes32 hash) {
        for (uint256 slot; slot < 16; ++slot) {
            hash = keccak256(abi.encode(hash, vm.load(address(safe), bytes32(slot))));
        }
        return keccak256(abi.encode(hash, vm.load(address(safe), keccak256("weir.wallet.lock"))));
    }
}
