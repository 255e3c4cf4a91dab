import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import { levels, type Design, type Level } from './design.ts';
import { drawCode, toSvg, type Drawing, type Fit } from './drawing.ts';
import { readPicture } from './scan.ts';

/** Sides of a logo that are tried, as parts of the code's. */
const logoShares = [0.27, 0.23, 0.19];
/** Pixels that a small square has when it is looked at: what a phone's camera makes of a poster across the street. */
const pixels = 4;

/**
 * How a text can be drawn so that it still scans: each way is drawn, looked at and read, the one that was asked for
 * first. A `Problem` when none is read as what it says.
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
    ? invalid('logo', t('The code is not readable with this logo. Choose another one'))
    : invalid('foreground', t('The code is not readable in these colors and shapes. Choose others'));
}

function fitsFor(level: Design['level'], hasLogo: boolean): Fit[] {
  const first = hasLogo ? belowLogo(level) : level === 'auto' ? 'M' : level;
  const upwards = levels.slice(levels.indexOf(first));
  return (hasLogo ? logoShares : [0]).flatMap((logoShare) => upwards.map((level) => ({ level, logoShare })));
}

/** A logo is damage already, and paper adds to it. */
const belowLogo = (level: Design['level']): Level => (level === 'Q' ? 'Q' : 'H');

async function scans(drawing: Drawing, text: string): Promise<boolean> {
  const size = drawing.side * pixels;
  return (await readPicture(Buffer.from(toSvg(drawing, size)))) === text;
}
