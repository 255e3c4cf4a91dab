import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { tagOf } from '../assets/entity-tag.ts';
import { sharedHeaders } from './send-early.ts';

/** A page with the bytes of each encoding. Headers alternate names and values. */
export interface CachedPage {
  /** Route pattern, for metrics. */
  route: string;
  etag: string;
  plain: CachedBody;
  /** Created on first use. */
  zipped: CachedBody | undefined;
  /** The 304 response, without a body. */
  unchanged: CachedBody;
}

interface CachedBody {
  head: readonly string[];
  bytes: Buffer;
}

const ofPage = /^(vary|etag)$/;
const ofBody = /^(content-type|content-security-policy)$/;

export function toCachedPage(
  route: string,
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
  text: string,
): CachedPage {
  const bytes = Buffer.from(text);
  // The nonce differs between renderings of the same page.
  const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1];
  const etag = tagOf(nonce === undefined ? text : text.replaceAll(nonce, ''));
  const head = sharedHeaders({ 'cache-control': 'private, no-cache', ...headers })
    .filter(([name]) => !ofPage.test(name))
    .concat([
      ['vary', 'Accept, Accept-Encoding, Accept-Language, Cookie'],
      ['etag', etag],
    ]);
  return {
    route,
    etag,
    plain: { head: [...head.flat(), 'content-length', String(bytes.length)], bytes },
    zipped: undefined,
    // Without a content security policy: the policy must match the reader's cached copy.
    unchanged: { head: head.filter(([name]) => !ofBody.test(name)).flat(), bytes: Buffer.alloc(0) },
  };
}

const zip = promisify(gzip);

/**
 * The body in an encoding that the reader accepts. Concurrent requests may both compress it, which is
 * harmless.
 */
export async function bodyFor(page: CachedPage, acceptEncoding: string): Promise<CachedBody> {
  if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(acceptEncoding)) return page.plain;
  if (page.zipped) return page.zipped;
  const bytes = await zip(page.plain.bytes);
  const head = page.plain.head.slice(0, -2);
  return (page.zipped = {
    head: [...head, 'content-length', String(bytes.length), 'content-encoding', 'gzip'],
    bytes,
  });
}
