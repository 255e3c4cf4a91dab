import { msg, type MessageText, invalid, Problem } from '../../kernel/problem.ts';
import { type Readable, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The request of one hop. */
export interface OutboundRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

const longestUrl = 8192;
const usualPorts = ['', '80', '443', '8080', '8443'];

/** Parses a URL from user input or a redirect. Its host is checked later. */
export function parseUrl(text: string, base?: URL): URL {
  const url = text.length <= longestUrl ? URL.parse(text, base) : null;
  if (!url) throw refusedUrl(msg('This is not a valid URL'));
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refusedUrl(msg('Only http and https URLs are allowed'));
  if (url.username || url.password) throw refusedUrl(msg('A URL with a username or password is not allowed'));
  if (!isHostName(url.hostname)) throw refusedUrl(msg('This is not a valid hostname'));
  url.hash = '';
  return url;
}

/** Excludes characters that URLs allow but no resolver knows. */
const isHostName = (host: string) =>
  /^(?:[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\])$/.test(host) &&
  host.length <= 253 &&
  host.split('.').every((label) => label.length <= 63);

export function refusePort(url: URL, allowed: readonly number[]): void {
  if (!usualPorts.includes(url.port) && !allowed.includes(Number(url.port)))
    throw refusedUrl(msg('Port {port} is not allowed', { port: url.port }));
}

/** An error the caller can correct: the URL is not allowed. */
export const refusedUrl = (message: MessageText) =>
  new Problem('invalid', message, { field: 'url', code: 'address_refused' });

const withoutCredentials = ['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-auth-token'];

/**
 * The next request after a redirect, as in browsers: a POST becomes a GET, and credentials are only sent to
 * their origin.
 */
export function redirected(request: OutboundRequest, status: number, location: string): OutboundRequest {
  const url = parseUrl(location, request.url);
  const toGet = request.method !== 'HEAD' && (status === 303 || (status < 303 && request.method === 'POST'));
  const drop = [
    ...(toGet ? ['content-type', 'content-length'] : []),
    ...(url.origin === request.url.origin ? [] : withoutCredentials),
  ];
  return {
    url,
    method: toGet ? 'GET' : request.method,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !drop.includes(name))),
    body: toGet ? undefined : request.body,
  };
}

/** Adds default headers. Names are in lower case so that the caller's headers override them. */
export function withDefaults(given: Readonly<Record<string, string>>, agent: string): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': agent,
    accept: '*/*',
    'accept-encoding': 'gzip, br',
  };
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
  return headers;
}

export const invalidHeader = () => invalid('headers', msg('A header has characters that are not allowed'));

interface Body {
  body: Buffer;
  /** Bytes as transferred. */
  received: number;
  cut: boolean;
}

/**
 * Reads and decompresses a body. The limit counts decompressed bytes, so decompression bombs are harmless.
 */
export async function readBody(
  source: Readable,
  encoding: string,
  max: number,
  longer: 'refuse' | 'cut',
): Promise<Body> {
  let received = 0;
  source.on('data', (chunk: Buffer) => (received += chunk.length));
  const stream = uncompressed(source, encoding);
  const chunks: Buffer[] = [];
  let size = 0;
  let cut = false;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      cut = size > max;
      if (cut) break;
    }
  } finally {
    source.destroy();
  }
  if (cut && longer === 'refuse')
    throw new Problem('too-large', msg('The response is larger than {max} bytes', { max }), {
      code: 'answer_too_large',
    });
  return { body: Buffer.concat(chunks).subarray(0, max), received, cut };
}

function uncompressed(source: Readable, encoding: string): Readable {
  const decoder = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    br: createBrotliDecompress,
    deflate: createInflate,
  }[encoding];
  if (!decoder) return source;
  // Errors of either stream surface where the result is read.
  return pipeline(source, decoder(), () => undefined);
}
