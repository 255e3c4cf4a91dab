import { formatNumber, numberFormat } from './translation/formats.ts';
import { html, type Fragment } from './html.ts';

const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });

/** Numbers with up to four digits are short enough. */
const longestExact = 9999;

/** A number where space is short, as text. */
export const shortNumberText = (value: number): string =>
  Math.abs(value) <= longestExact ? formatNumber(value) : compact.format(value);

/** A number where space is short, such as 7.4M for 7,407,404 in English, with the exact number on hover. */
export const shortNumber = (value: number): Fragment =>
  Math.abs(value) <= longestExact
    ? formatNumber(value)
    : html`<abbr class="number" title="${formatNumber(value)}">${shortNumberText(value)}</abbr>`;
