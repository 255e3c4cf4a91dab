import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Send = (origin: string, site: string) => Promise<Response>;

const page =
  (slug: string, fields: Record<string, string | Uint8Array<ArrayBuffer>>): Send =>
  (origin) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      form.append(name, typeof value === 'string' ? value : new Blob([value]));
    return fetch(`${origin}/tools/${slug}`, { method: 'POST', body: form });
  };
const fetched =
  (slug: string, path: string): Send =>
  (origin, site) =>
    fetch(`${origin}/tools/${slug}?url=${encodeURIComponent(site + path)}`);

const svg = (inner: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="4900" height="4900">${inner}</svg>`,
  );
const filters = '<feTurbulence baseFrequency="0.05" numOctaves="9"/><feGaussianBlur stdDeviation="200"/>';
const multiplied = Array.from(
  { length: 8 },
  (_, n) => `<g id="a${n + 1}">${`<use xlink:href="#a${n}" x="1"/>`.repeat(10)}</g>`,
);
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const plain = { width: 5000, height: 5000, channels: 3, background: '#abc' } as const;

/** A document whose object stream inflates to 900 MB. */
function inflating(): Buffer<ArrayBuffer> {
  const stream = deflateSync(Buffer.alloc(900_000_000, 32), { level: 9 });
  const head = `%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 2 0 R>>\n%%EOF'),
  ]);
}

/** The most expensive inputs known, each sent without an account. */
export const inputs: Record<string, Send> = {
  'SVG drawing with filters': page('svg-to-png', {
    image: svg(
      `<filter id="f">${filters.repeat(8)}</filter><rect filter="url(#f)" width="100%" height="100%"/>`,
    ),
  }),
  'SVG drawing that multiplies': page('svg-to-png', {
    image: svg(`<rect id="a0" width="9" height="9"/>${multiplied.join('')}`),
  }),
  'PNG of 25 megapixels to AVIF': page('png-to-avif', {
    image: await sharp({ create: plain }).png().toBuffer(),
  }),
  'noise of 4 megapixels to AVIF': page('png-to-avif', {
    image: await sharp({ create: { ...plain, width: 2000, height: 2000, noise } })
      .jpeg({ quality: 60 })
      .toBuffer(),
  }),
  'PDF document that inflates': page('pdf-info', { pdf: inflating() }),
  'HTML nested deep': page('html-tags-remover', { html: '<b>'.repeat(33_000) }),
  'HTML to minify, nested deep': page('html-minifier', { html: '<b>'.repeat(33_000) }),
  'Markdown of brackets': page('markdown-to-html', { markdown: '![['.repeat(33_000) }),
  'catastrophic pattern': page('regex-tester', { pattern: '(a+)+$', text: `${'a'.repeat(60)}!`, flags: 'g' }),
  'sitemap nested deep': fetched('sitemap-checker', '/a'),
  'page nested deep': fetched('website-page-size-checker', '/div'),
  'metadata of a page nested deep': fetched('meta-tags-checker', '/div'),
};
