import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Crop } from '../../platform/pictures.ts';

/**
 * Parses `left,top,width,height`, each a fraction of the picture: `0.25,0,0.5,1` is its middle half. Blank
 * means no crop.
 */
export function parseCrop(text: string | undefined, field = 'crop'): Crop | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const parts = text.split(',').map((part) => (/^\s*[\d.]{1,24}\s*$/.test(part) ? Number(part) : NaN));
  const [left = NaN, top = NaN, width = NaN, height = NaN] = parts;
  const fits =
    parts.length === 4 && left < 1 && top < 1 && width > 0 && height > 0 && width <= 1 && height <= 1;
  if (!fits || Number.isNaN(left) || Number.isNaN(top))
    throw invalid(field, t('A crop must be left,top,width,height, each from 0 to 1'));
  return { left, top, width, height };
}
