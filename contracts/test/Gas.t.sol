// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PoolKey} from "../src/Interfaces.sol";
import {PrepaidV3} from "../src/PrepaidV3.sol";
import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {WalletVM} from "../src/hosts/WalletVM.sol";
import {Steps} from "./base/Steps.sol";
import {V4Market} from "./base/V4Market.sol";
import {WalletBase} from "./base/WalletBase.sol";

/// One trade per host; `.gas-snapshot` has what each test uses, on the deployed bytecode. Programs are made in setUp.
contract GasTest is WalletBase {
    uint256 private constant ONE = 1e18;

    bytes private v2Route;
    bytes private v3Route;
    bytes private v2Wallet;
    bytes private v3Wallet;
    bytes private prepaidWallet;
    bytes private v4Route;
    bytes private v4Wallet;
    bytes private coinRoute;

    function setUp() public override {
        super.setUp();
        b.mint(user, 1);
        vm.prank(user);
        factory.run(block.timestamp, bytes.concat(hex"01", Steps.set(1, 1)));
        bytes memory v3 = bytes.concat(hex"01", Steps.v3Pay(1, 1, true, address(pool), user, address(a)));
        Steps.Call memory c;
        (c.target, c.splices) = (address(prepaid), Steps.splice(1, 68));
        c.data = abi.encodeCall(PrepaidV3.swap, (address(pool), true, 0, user));
        bytes memory viaAdapter = bytes.concat(hex"01", Steps.send(1, address(a), address(prepaid)), Steps.call(c));
        Route memory o = order(ONE, address(pair), user);
        v2Route = abi.encodeCall(Router.route, (o, bytes.concat(hex"01", Steps.v2(1, 1, true, address(pair), user))));
        v3Route = abi.encodeCall(Router.route, (order(ONE, address(0), user), honest(user)));
        v2Wallet = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), overPair(user)));
        v3Wallet = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), v3));
        prepaidWallet = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), viaAdapter));
        _openV4();
    }

    function _openV4() private {
        V4Market market = new V4Market();
        a.mint(address(market), DEPTH);
        b.mint(address(market), DEPTH);
        bool aToB = address(a) < address(b);
        PoolKey memory key =
            aToB ? market.open(address(a), address(b), address(0)) : market.open(address(b), address(a), address(0));
        bytes memory pull = Steps.v4Pull(1, 1, aToB, address(market.manager()), user, key);
        bytes memory pay = Steps.v4Pay(1, 1, aToB, address(market.manager()), user, key);
        v4Route = abi.encodeCall(Router.route, (order(ONE, address(0), user), bytes.concat(hex"01", pull)));
        v4Wallet = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), bytes.concat(hex"01", pay)));
        vm.deal(address(market), DEPTH);
        b.mint(address(market), DEPTH);
        key = market.open(address(0), address(b), address(0));
        pull = Steps.v4Pull(1, 1, true, address(market.manager()), user, key);
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(0);
        coinRoute = abi.encodeCall(Router.route, (o, bytes.concat(hex"01", pull)));
    }

    function test_router_v2() public {
        _call(user, address(router), v2Route, 0);
    }

    function test_router_v3() public {
        _call(user, address(router), v3Route, 0);
    }

    function test_router_v4() public {
        _call(user, address(router), v4Route, 0);
    }

    function test_router_v4OfCoin() public {
        _call(user, address(router), coinRoute, ONE);
    }

    function test_coreWallet_v2() public {
        _call(user, coreWallet, v2Wallet, 0);
    }

    function test_coreWallet_v3() public {
        _call(user, coreWallet, v3Wallet, 0);
    }

    function test_coreWallet_v4() public {
        _call(user, coreWallet, v4Wallet, 0);
    }

    function test_coreWalletByFactory_v2() public {
        _call(user, address(factory), v2Wallet, 0);
    }

    function test_account7702_v2() public {
        _call(account7702, account7702, v2Wallet, 0);
    }

    function test_account7702_v3() public {
        _call(account7702, account7702, v3Wallet, 0);
    }

    function test_account7702_v4() public {
        _call(account7702, account7702, v4Wallet, 0);
    }

    function test_safe_v2() public {
        vm.prank(user);
        safe.delegate(address(delegateExecutor), v2Wallet);
    }

    function test_safe_prepaidV3() public {
        vm.prank(user);
        safe.delegate(address(delegateExecutor), prepaidWallet);
    }
}
