import assert from 'node:assert/strict';
import { decodeCode } from '../../src/links/qr/drawing/drawing.ts';
import type { Hop } from '../ask-hop.ts';

const url = 'https://example.com/page';

/** Creates a QR code for a link, with the given fields. */
export async function addCode(
  hop: Hop,
  body: object = {},
): Promise<{ id: number; link: string; path: string }> {
  const answer = await hop.api('POST', '/api/qr/add', { type: 'link', data: url, ...body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const link = String(answer.body.link);
  return { id: Number(answer.body.id), link, path: new URL(link).pathname };
}

/** Decodes the image at this address. */
export async function scan(hop: Hop, path: string): Promise<string | undefined> {
  const { status, text } = await hop.page(`${path}.svg`);
  assert.equal(status, 200, text);
  return decodeCode(Buffer.from(text));
}
