import { hash } from 'node:crypto';
import type { App } from '../../../platform/app.ts';
import { loadSharp } from '../../../platform/files/sharp.ts';
import { runSandboxed, type SandboxTurn } from '../../../platform/sandbox/sandbox.ts';
import { sandboxTask } from '../../../platform/sandbox/task.ts';
import { type CodeDesign, sizes, type CodeFormat } from './design.ts';
import { drawCode, type CodeDrawing, type Fit, fitDrawing, toSvg } from './drawing.ts';

export const codeTypes: Readonly<Record<CodeFormat, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  pdf: 'application/pdf',
  eps: 'application/postscript',
  webp: 'image/webp',
};

/** What a code says and looks like. */
interface CodeToDraw {
  text: string;
  design: CodeDesign;
  logo?: Buffer | undefined;
}

/** A code with the parameters with which it scans. */
export interface FittedCode extends CodeToDraw {
  fit: Fit;
}

/**
 * Draws and scans codes in a sandbox, because a long text takes a tenth of a second, and a design that does not
 * scan is tried with every level and size of the logo.
 */
export const fitTask = sandboxTask('links.fit-code', () =>
  Promise.resolve(({ text, design, logo }: CodeToDraw) =>
    fitDrawing(text, design, logo && Buffer.from(logo)),
  ),
);

/** Finds parameters with which a code scans. Throws a `Problem` if there are none. */
export const fitCode = (
  app: Pick<App, 'config' | 'log'>,
  owner: string,
  code: CodeToDraw,
): Promise<{ fit: Fit; drawing: CodeDrawing }> =>
  runSandboxed(app, fitTask, code, { class: 'members', owner, field: 'content' });

interface PictureJob extends FittedCode {
  size: number;
  format: CodeFormat;
}

/** Renders the picture of a code. */
export const codePictureTask = sandboxTask('links.code-picture', () =>
  Promise.resolve(({ text, design, fit, logo, size, format }: PictureJob) =>
    toPicture(drawCode(text, design, fit, logo && Buffer.from(logo)), size, format),
  ),
);

/** Change this with how codes are drawn, so that browsers ask for pictures again. */
const version = 1;

/** Identifies the content of a picture without drawing it. */
export const etagOf = ({ logo, ...code }: FittedCode, size: number, format: CodeFormat): string => {
  const drawn = JSON.stringify([version, code, size, format, logo ? hash('sha256', logo) : '']);
  return hash('sha256', drawn, 'base64url').slice(0, 22);
};

/** Renders a picture for a member, or for a visitor. */
export async function getCodePicture(
  app: Pick<App, 'config' | 'log'>,
  { code, size, format }: { code: FittedCode; size: number; format: CodeFormat },
  turn: SandboxTurn,
): Promise<Buffer> {
  return Buffer.from(await runSandboxed(app, codePictureTask, { ...code, size, format }, turn));
}

/** Minimum pixels per module. Smaller images are enlarged so that they scan. */
const minPixels = 2;

/** Renders a drawing. Works in the sandbox only. */
export function toPicture(drawing: CodeDrawing, wantedSize: number, format: CodeFormat): Promise<Buffer> {
  const size = Math.min(sizes.max, Math.max(wantedSize, minPixels * drawing.side));
  return makers[format](drawing, size);
}

const makers: Readonly<Record<CodeFormat, (drawing: CodeDrawing, size: number) => Promise<Buffer>>> = {
  svg: (drawing, size) => Promise.resolve(Buffer.from(toSvg(drawing, size))),
  png: async (drawing, size) =>
    (await flat(drawing, size)).png({ palette: !drawing.logo, compressionLevel: 9 }).toBuffer(),
  pdf: async (drawing, size) => {
    // Rarely needed and slow to load.
    const { toPdf } = await import('./pdf.ts');
    return toPdf(drawing, size);
  },
  eps: async (drawing, size) => {
    const { toEps } = await import('./eps.ts');
    return toEps(drawing, size);
  },
  webp: async (drawing, size) => (await flat(drawing, size)).webp({ lossless: true }).toBuffer(),
};

async function flat(drawing: CodeDrawing, size: number) {
  const sharp = await loadSharp();
  return sharp(Buffer.from(toSvg(drawing, size))).flatten();
}
