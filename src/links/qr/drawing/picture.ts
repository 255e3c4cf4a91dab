import { hash } from 'node:crypto';
import { loadSharp } from '../../../platform/files/sharp.ts';
import { sizes, type Format } from './design.ts';
import { type Drawing, queueDrawing, toSvg } from './drawing.ts';

export const pictureTypes: Readonly<Record<Format, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  pdf: 'application/pdf',
  eps: 'application/postscript',
  webp: 'image/webp',
};

/** Minimum pixels per module. Smaller images are enlarged so that they scan. */
const minPixels = 2;

/** An image that is rendered on demand, because its ETag may show that the browser already has it. */
interface Picture {
  /** Identifies the image content. */
  etag: string;
  /** @param owner the queue owner; see `queueDrawing` */
  make: (owner: string) => Promise<Buffer>;
}

export function toPicture(drawing: Drawing, wantedSize: number, format: Format): Picture {
  const size = Math.min(sizes.max, Math.max(wantedSize, minPixels * drawing.side));
  const svg = toSvg(drawing, size);
  return {
    etag: hash('sha256', `${format} ${svg}`, 'base64url').slice(0, 22),
    make: (owner) => makers[format]({ drawing, svg, size, owner }),
  };
}

interface Wanted {
  drawing: Drawing;
  svg: string;
  size: number;
  owner: string;
}

const makers: Readonly<Record<Format, (wanted: Wanted) => Promise<Buffer>>> = {
  svg: ({ svg }) => Promise.resolve(Buffer.from(svg)),
  png: ({ drawing: { logo }, svg, owner }) =>
    queueDrawing(owner, async () =>
      (await flat(svg)).png({ palette: !logo, compressionLevel: 9 }).toBuffer(),
    ),
  pdf: async ({ drawing, size, owner }) => {
    // Rarely needed and slow to load.
    const { toPdf } = await import('./pdf.ts');
    return queueDrawing(owner, () => toPdf(drawing, size));
  },
  eps: async ({ drawing, size, owner }) => {
    const { toEps } = await import('./eps.ts');
    return queueDrawing(owner, () => toEps(drawing, size));
  },
  webp: ({ svg, owner }) =>
    queueDrawing(owner, async () => (await flat(svg)).webp({ lossless: true }).toBuffer()),
};

async function flat(svg: string) {
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).flatten();
}
