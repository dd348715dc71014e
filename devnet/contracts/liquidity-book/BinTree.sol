// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The bins that trades go through: a bit for each of 256 bins, of 256 of these words, and of those.
/// https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/libraries/math/TreeMath.sol
library BinTree {
    struct Tree {
        uint256 root;
        mapping(uint256 => uint256) branches;
        mapping(uint256 => uint256) leaves;
    }

    function list(Tree storage tree, uint24 id) internal {
        tree.leaves[id >> 8] |= 1 << (id & 255);
        tree.branches[id >> 16] |= 1 << ((id >> 8) & 255);
        tree.root |= 1 << (id >> 16);
    }

    function unlist(Tree storage tree, uint24 id) internal {
        tree.leaves[id >> 8] &= ~(1 << (id & 255));
        if (tree.leaves[id >> 8] != 0) return;
        tree.branches[id >> 16] &= ~(1 << ((id >> 8) & 255));
        if (tree.branches[id >> 16] == 0) tree.root &= ~(1 << (id >> 16));
    }

    /// The next listed bin below one; 2^24 - 1 where there is none.
    function nextBelow(Tree storage tree, uint24 id) internal view returns (uint24) {
        uint256 bits = tree.leaves[id >> 8] & ((1 << (id & 255)) - 1);
        if (bits != 0) return (id & ~uint24(255)) | _highest(bits);
        bits = tree.branches[id >> 16] & ((1 << ((id >> 8) & 255)) - 1);
        uint24 branch = id >> 16;
        if (bits == 0) {
            uint256 above = tree.root & ((1 << branch) - 1);
            if (above == 0) return type(uint24).max;
            branch = _highest(above);
            bits = tree.branches[branch];
        }
        uint24 leaf = (branch << 8) | _highest(bits);
        return (leaf << 8) | _highest(tree.leaves[leaf]);
    }

    /// The next listed bin above one; 0 where there is none.
    function nextAbove(Tree storage tree, uint24 id) internal view returns (uint24) {
        uint256 bits = tree.leaves[id >> 8] & _above(id & 255);
        if (bits != 0) return (id & ~uint24(255)) | _lowest(bits);
        bits = tree.branches[id >> 16] & _above((id >> 8) & 255);
        uint24 branch = id >> 16;
        if (bits == 0) {
            uint256 beyond = tree.root & _above(branch);
            if (beyond == 0) return 0;
            branch = _lowest(beyond);
            bits = tree.branches[branch];
        }
        uint24 leaf = (branch << 8) | _lowest(bits);
        return (leaf << 8) | _lowest(tree.leaves[leaf]);
    }

    /// All bits above one.
    function _above(uint256 place) private pure returns (uint256) {
        return place == 255 ? 0 : type(uint256).max << (place + 1);
    }

    function _highest(uint256 bits) private pure returns (uint24 place) {
        for (uint24 step = 128; step != 0; step >>= 1) {
            if (bits >> step != 0) {
                bits >>= step;
                place += step;
            }
        }
    }

    function _lowest(uint256 bits) private pure returns (uint24) {
        return _highest(bits & (~bits + 1));
    }
}
