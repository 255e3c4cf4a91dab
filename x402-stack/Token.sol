// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// What USDC has of EIP-20 and EIP-3009. Its code is put at the address of USDC, so it has no constructor.
contract Token {
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(bytes32 => bool)) public authorizationState;
  event Transfer(address indexed from, address indexed to, uint256 value);
  event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

  function name() external pure returns (string memory) { return "USD Coin"; }
  function version() external pure returns (string memory) { return "2"; }
  function decimals() external pure returns (uint8) { return 6; }
  function mint(address to, uint256 value) external { balanceOf[to] += value; }
  function burn(address from) external { balanceOf[from] = 0; }

  function transferWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
    uint8 v, bytes32 r, bytes32 s
  ) external {
    _transfer(from, to, value, validAfter, validBefore, nonce, v, r, s);
  }

  function transferWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
    bytes memory signature
  ) external {
    require(signature.length == 65, "signature");
    bytes32 r; bytes32 s; uint8 v;
    assembly { r := mload(add(signature, 32)) s := mload(add(signature, 64)) v := byte(0, mload(add(signature, 96))) }
    _transfer(from, to, value, validAfter, validBefore, nonce, v, r, s);
  }

  function _transfer(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
    uint8 v, bytes32 r, bytes32 s
  ) private {
    require(block.timestamp > validAfter && block.timestamp < validBefore, "time");
    require(!authorizationState[from][nonce], "authorization is used");
    bytes32 domain = keccak256(abi.encode(
      keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
      keccak256("USD Coin"), keccak256("2"), block.chainid, address(this)));
    bytes32 message = keccak256(abi.encode(
      keccak256("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"),
      from, to, value, validAfter, validBefore, nonce));
    require(ecrecover(keccak256(abi.encodePacked("\x19\x01", domain, message)), v, r, s) == from, "signature");
    require(balanceOf[from] >= value, "balance");
    authorizationState[from][nonce] = true;
    balanceOf[from] -= value;
    balanceOf[to] += value;
    emit AuthorizationUsed(from, nonce);
    emit Transfer(from, to, value);
  }
}
