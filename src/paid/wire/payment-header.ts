import { Problem } from '../../kernel/problem.ts';

/** The headers of a payment by version. */
const headers = { 'payment-signature': 2, 'x-payment': 1 } as const;

/** Characters of a payment. Those of the common clients have fewer than 4,000. */
const longest = 8192;

interface SentPayment {
  version: 1 | 2;
  /** The JSON of the header. */
  content: Record<string, unknown>;
}

/** A payment that cannot be read: the caller's mistake, which costs nothing. */
export const malformed = (message: string) => new Problem('invalid', message, { code: 'malformed_payment' });

/** The payment that a request carries, if any. Throws a `Problem` when it cannot be read. */
export function readPaymentHeader(
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
    const value = JSON.parse(decoded) as unknown;
    if (isRecord(value)) return value;
  } catch (cause) {
    throw new Problem('invalid', `The ${name} header is not JSON in base64`, {
      code: 'malformed_payment',
      cause,
    });
  }
  throw malformed(`The ${name} header is not an object`);
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON in base64, as headers of x402 have it. */
export const toHeader = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
