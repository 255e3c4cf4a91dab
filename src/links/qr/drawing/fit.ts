import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import { levels, type Design, type Level } from './design.ts';
import { drawCode, toSvg, type Drawing, type Fit } from './drawing.ts';
import { getPicture } from './scan.ts';

/** Logo sizes to try, as a share of the code's width. */
const logoShares = [0.27, 0.23, 0.19];
/** Pixels per module in the scan test, like a phone camera sees a poster from across the street. */
const pixels = 4;

/**
 * Finds parameters with which a code scans. Each candidate is drawn and decoded, the requested one first.
 * Throws a `Problem` if none scans.
 */
export async function fitDrawing(
  text: string,
  design: Design,
  logo?: Buffer,
): Promise<{ fit: Fit; drawing: Drawing }> {
  for (const fit of fitsFor(design.level, logo !== undefined)) {
    const drawing = drawCode(text, design, fit, logo);
    if (await scans(drawing, text)) return { fit, drawing };
  }
  throw logo
    ? invalid('logo', t('The code is not readable with this logo. Choose another one.'))
    : invalid('foreground', t('The code is not readable in these colors and shapes. Choose others.'));
}

function fitsFor(level: Design['level'], hasLogo: boolean): Fit[] {
  const first = hasLogo ? levelWithLogo(level) : level === 'auto' ? 'M' : level;
  const upwards = levels.slice(levels.indexOf(first));
  return (hasLogo ? logoShares : [0]).flatMap((logoShare) => upwards.map((level) => ({ level, logoShare })));
}

/** A logo already counts as damage, and print adds more. */
const levelWithLogo = (level: Design['level']): Level => (level === 'Q' ? 'Q' : 'H');

async function scans(drawing: Drawing, text: string): Promise<boolean> {
  const size = drawing.side * pixels;
  return (await getPicture(Buffer.from(toSvg(drawing, size)))) === text;
}
