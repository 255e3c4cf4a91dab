import { invalid } from '../../kernel/problem.ts';

/** Renders a QR code in black and white. */
export async function qrSvg(text: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  try {
    return renderSVG(text, { border: 4, ecc: 'M' });
  } catch {
    throw invalid('', 'This is too long for a QR code');
  }
}
