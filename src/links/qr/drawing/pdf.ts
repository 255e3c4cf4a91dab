import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { CodeDrawing } from './drawing.ts';

/** Points per CSS pixel. */
const point = 0.75;

/** Renders the drawing as vectors on a PDF page of its own size, so that it is sharp on posters. */
export async function toPdf(
  { side, path, foreground, background, logo }: CodeDrawing,
  size: number,
): Promise<Buffer> {
  const length = size * point;
  const document = new PDFDocument({ size: [length, length], margin: 0, info: { Title: 'QR code' } });
  const written = buffer(document);
  document.scale(length / side);
  document.rect(0, 0, side, side).fill(background);
  document.path(path).fill(foreground);
  if (logo) document.image(logo.png, logo.from, logo.from, { width: logo.side, height: logo.side });
  document.end();
  return written;
}
