import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { t } from '../../../web/translation/translate.ts';
import { type Fragment, html, type Html } from '../../../web/html.ts';
import { otherValues } from '../../clicks/retention.ts';
import { shortName } from '../../link/link.ts';
import { addressesOf, type StatisticsSubject } from '../subject.ts';

/** The first letter of a website. Loading its icon would reveal the viewer to the website. */
export function siteInitial(host: string): Html {
  const name = host.replace(/^www\./, '');
  const hue = Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6;
  return html`<span class="link-initial" data-hue="${hue}" aria-hidden="true"
    >${name.slice(0, 1).toUpperCase()}</span
  >`;
}

/** Cache with at most one entry per country. */
const known = new Map<string, string | undefined>();

/**
 * Returns the flag of a country as a `data:` URL, so that pages need no external requests. Undefined: there
 * is none.
 */
export function flagAddress(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  if (!known.has(code)) known.set(code, read(code));
  return known.get(code);
}

const drawings = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('country-flag-icons')), '3x2');

function read(code: string): string | undefined {
  try {
    const drawing = readFileSync(join(drawings(), `${code}.svg`));
    return `data:image/svg+xml;base64,${drawing.toString('base64')}`;
  } catch {
    return undefined;
  }
}

/** A list entry of one of the most clicked subjects. Deleted subjects keep their clicks but have no page. */
export function entryOfSubject(
  hopUrl: string,
  subject: StatisticsSubject | undefined,
  value: string,
): { label: Fragment; href?: string } {
  if (!subject) return { label: value === otherValues ? t('Others') : t('Deleted') };
  return { label: html`${nameOfSubject(hopUrl, subject)}`, href: addressesOf(subject).page };
}

/** Returns the short URL, or the title if it is more informative. */
export function nameOfSubject(hopUrl: string, subject: StatisticsSubject): string {
  const { purpose, title } = subject;
  return purpose === 'qr' && title ? title : shortName({ hopUrl }, subject);
}
