import { createPublicKey, verify } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { isRecord, parseJson } from '../../kernel/json.ts';
import { fromBase58 } from './solana-transaction.ts';

// `sign-in-with-x` of x402: a wallet signs a message of EIP-4361, or its like for Solana, to prove whose it is without
// paying.

/** The header, and the name among the extensions. */
export const signInWithX = 'sign-in-with-x';

/** What a wallet signs. All of it is text of one line. */
export interface SignedMessage {
  domain: string;
  address: string;
  statement: string;
  uri: string;
  version: string;
  chainId: string;
  nonce: string;
  issuedAt: string;
  expirationTime: string | undefined;
  notBefore: string | undefined;
  requestId: string | undefined;
  resources: readonly string[];
  signature: string;
}

const longest = 4096;
const required = ['domain', 'address', 'statement', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'];
const optional = ['expirationTime', 'notBefore', 'requestId'];

/** Reads the header. Returns undefined for anything that is not such a message. */
export function parseSignedMessage(header: string | string[] | undefined): SignedMessage | undefined {
  if (typeof header !== 'string' || header.length > longest) return undefined;
  const content = readJson(Buffer.from(header, 'base64').toString('utf8'));
  if (!isRecord(content) || typeof content.signature !== 'string') return undefined;
  if (!required.every((name) => isLine(content[name]))) return undefined;
  if (!optional.every((name) => content[name] === undefined || isLine(content[name]))) return undefined;
  const resources = content.resources ?? [];
  if (!Array.isArray(resources) || resources.length > 10 || !resources.every(isLine)) return undefined;
  return { ...(content as unknown as SignedMessage), resources };
}

/** A line break would let one field stand for another. */
const isLine = (value: unknown): boolean => typeof value === 'string' && /^[\x20-\x7e]{1,500}$/.test(value);

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The text that the wallet showed. */
function textOf(message: SignedMessage, chain: 'Ethereum' | 'Solana'): string {
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt, resources } = message;
  const { expirationTime, notBefore, requestId } = message;
  return [
    `${domain} wants you to sign in with your ${chain} account:`,
    ...[address, '', statement, '', `URI: ${uri}`, `Version: ${version}`],
    ...[`Chain ID: ${chainId.slice(chainId.indexOf(':') + 1)}`, `Nonce: ${nonce}`, `Issued At: ${issuedAt}`],
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((each) => `- ${each}`)]),
  ].join('\n');
}

/** Returns the address that signed, as payments name it, or undefined. Wallets that are contracts are not supported. */
export async function signerOf(message: SignedMessage): Promise<string | undefined> {
  if (message.chainId.startsWith('solana:')) return isSignedOnSolana(message) ? message.address : undefined;
  const signer = await recover(message);
  return signer !== undefined && signer === message.address.toLowerCase() ? signer : undefined;
}

/** Returns the address whose key signed the message (EIP-191), in lower case. */
async function recover(message: SignedMessage): Promise<string | undefined> {
  const [, hex = ''] = /^0x([0-9a-fA-F]{130})$/.exec(message.signature) ?? [];
  if (hex === '') return undefined;
  const { secp256k1 } = await import('@noble/curves/secp256k1.js');
  const text = Buffer.from(textOf(message, 'Ethereum'));
  const digest = keccak_256(
    Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]),
  );
  const bytes = Buffer.from(hex, 'hex');
  try {
    const recovered = Buffer.concat([Buffer.from([(bytes[64] ?? 0) % 27]), bytes.subarray(0, 64)]);
    const point = secp256k1.Signature.fromBytes(recovered, 'recovered').recoverPublicKey(digest);
    return `0x${Buffer.from(keccak_256(point.toBytes(false).subarray(1)).subarray(12)).toString('hex')}`;
  } catch {
    return undefined; // Not a signature.
  }
}

function isSignedOnSolana(message: SignedMessage): boolean {
  const [key, signature] = [fromBase58(message.address), fromBase58(message.signature)];
  if (key?.length !== 32 || signature?.length !== 64) return false;
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, Buffer.from(textOf(message, 'Solana')), publicKey, signature);
  } catch {
    return false;
  }
}
