import { keccak_256 } from '@noble/hashes/sha3.js';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { base58 } from '../wire/solana-transaction.ts';

/** A key that receives payments: its address, and its secret in the format that wallets import. */
export interface ReceivingKey {
  address: string;
  secret: string;
}

/** Creates a secp256k1 key with the secret in hex and an EIP-55 checksum address. */
export function createBaseKey(): ReceivingKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const { x, y, d } = partsOf(privateKey);
  return { address: baseAddress(x, y), secret: `0x${d.toString('hex')}` };
}

/** Returns the address of a public key. */
export function baseAddress(x: Buffer, y: Buffer): string {
  const hash = keccak_256(Buffer.concat([x, y]));
  return checksummed(Buffer.from(hash.slice(12)).toString('hex'));
}

/** Creates an Ed25519 key. The secret is the seed and the public key in base58, as in Solana wallets. */
export function createSolanaKey(): ReceivingKey {
  const { x, d } = partsOf(generateKeyPairSync('ed25519').privateKey);
  return { address: base58(x), secret: base58(Buffer.concat([d, x])) };
}

function partsOf(key: KeyObject): { x: Buffer; y: Buffer; d: Buffer } {
  const { x, y, d } = key.export({ format: 'jwk' });
  const bytes = (part: unknown) => Buffer.from(typeof part === 'string' ? part : '', 'base64url');
  return { x: bytes(x), y: bytes(y), d: bytes(d) };
}

/** EIP-55: a letter is upper case if the hash digit is 8 or more. */
function checksummed(hex: string): string {
  const hash = keccak_256(Buffer.from(hex));
  const isUpper = (index: number) => ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) % 16 > 7;
  return `0x${hex.replaceAll(/[a-f]/g, (digit, index: number) => (isUpper(index) ? digit.toUpperCase() : digit))}`;
}
