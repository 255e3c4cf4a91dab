import { isRecord, parseJson } from '../../kernel/json.ts';
import { Problem, type MessageText } from '../../kernel/problem.ts';
import type { Config } from '../../platform/settings/config.ts';

/** Payment headers with their versions. */
const headers = { 'payment-signature': 2, 'x-payment': 1 } as const;

/** Maximum length of a payment header. Common clients send fewer than 4,000 characters. */
const longest = 8192;

interface SentPayment {
  version: 1 | 2;
  /** The parsed JSON of the header. */
  content: Record<string, unknown>;
}

/** A malformed payment: the caller's mistake, which is not charged. */
export const malformed = (message: MessageText) =>
  new Problem('invalid', message, { code: 'malformed_payment' });

/** Returns the payment header of a request, if any. Throws a `Problem` if it is malformed. */
export function parsePaymentHeader(
  sent: Readonly<Record<string, string | string[] | undefined>>,
): SentPayment | undefined {
  const found = Object.entries(headers).filter(([name]) => sent[name] !== undefined);
  const [first] = found;
  if (!first) return undefined;
  if (found.length > 1) throw malformed('Send either PAYMENT-SIGNATURE or X-PAYMENT, not both');
  const [name, version] = first;
  const text = String(sent[name]);
  if (text.length > longest) throw malformed(`The ${name} header is longer than ${longest} characters`);
  const content = parse(name, text);
  if (content.x402Version !== version)
    throw malformed(`x402Version must be ${version} in the ${name} header`);
  return { version, content };
}

function parse(name: string, text: string): Record<string, unknown> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw malformed(`The ${name} header is not base64`);
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  try {
    const value = parseJson(decoded);
    if (isRecord(value)) return value;
  } catch (cause) {
    throw new Problem('invalid', `The ${name} header is not JSON in base64`, {
      code: 'malformed_payment',
      cause,
    });
  }
  throw malformed(`The ${name} header is not an object`);
}

/** Encodes JSON as base64 for x402 headers. */
export const toHeader = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** A supported chain, with its names in both versions of x402. */
export interface PaymentNetwork {
  kind: 'base' | 'solana';
  /** CAIP-2 id, as in version 2: `eip155:8453`. */
  id: string;
  /** Name in version 1: `base`. */
  name: string;
  asset: string;
}

const namesInVersion1: Readonly<Record<string, string>> = {
  'eip155:8453': 'base',
  'eip155:84532': 'base-sepolia',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana-devnet',
};

type NetworkConfig = Pick<Config, Extract<keyof Config, `X402_${string}`>>;

/** Returns the networks of this installation, in the order of offers. */
export const networksOf = (config: NetworkConfig): PaymentNetwork[] =>
  config.X402_NETWORKS.split(',').map((kind) => {
    const isBase = kind === 'base';
    const id = isBase ? config.X402_BASE_NETWORK : config.X402_SOLANA_NETWORK;
    return {
      kind: isBase ? 'base' : 'solana',
      id,
      name: namesInVersion1[id] ?? id,
      asset: isBase ? config.X402_BASE_ASSET : config.X402_SOLANA_ASSET,
    };
  });
