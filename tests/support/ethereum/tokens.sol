// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

// Tokens for tests. Anybody may mint.

abstract contract Balances {
    event Transfer(address indexed from, address indexed to, uint256 value);

    uint8 public immutable decimals;
    mapping(address => uint256) public balanceOf;

    constructor(uint8 places) {
        decimals = places;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function move(address to, uint256 value) internal {
        require(balanceOf[msg.sender] >= value, "too little");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

/// A token after ERC-20.
contract Plain is Balances {
    constructor(uint8 places) Balances(places) {}

    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value);
        return true;
    }
}

/// A token whose transfer returns nothing, as Tether's does.
contract Silent is Balances {
    constructor(uint8 places) Balances(places) {}

    function transfer(address to, uint256 value) external {
        move(to, value);
    }
}

/// A token whose transfer returns false where it moves nothing, instead of failing.
contract Refusing is Balances {
    constructor(uint8 places) Balances(places) {}

    function transfer(address to, uint256 value) external returns (bool) {
        if (balanceOf[msg.sender] < value) return false;
        move(to, value);
        return true;
    }
}

/// Sends its ether on from within, as some exchanges do, and pays by the parity of the block's number.
contract Sender {
    function forward(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent);
    }

    /// Emits another amount after a reorganisation that moves the call into another block.
    function fickle(Silent token, address to, uint256 even, uint256 odd) external {
        token.transfer(to, block.number % 2 == 0 ? even : odd);
    }

    function fail() external payable {
        revert("on purpose");
    }
}
