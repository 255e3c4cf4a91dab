import { currentLanguage } from '../translation/languages.ts';
import { dateFormat } from '../translation/formats.ts';
import { toLocal } from '../../kernel/time.ts';
import { relativeText } from '../../../browser/relative-time.ts';
import { html, type Html } from '../html.ts';

/**
 * A relative time. The browser updates it, and adds the exact time on hover, in the reader's language and time
 * zone. `isBrief`: without “ago”, for narrow spaces.
 */
export function relativeTime(moment: Date, now: Date = new Date(), { isBrief = false } = {}): Html {
  return html`<time class="${isBrief ? 'relative brief' : 'relative'}" datetime="${toSeconds(moment)}"
    >${relativeText(moment, now, currentLanguage(), isBrief)}</time
  >`;
}

const toSeconds = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;

const dayFormat = dateFormat({ dateStyle: 'long' });

const shortFormat = dateFormat({ dateStyle: 'medium' });

/** A short date on one line, for tables: 3 Nov 2026. */
export function shortDay(moment: Date): Html {
  const text = shortFormat.format(moment).replaceAll(' ', '\u00a0');
  return html`<time datetime="${moment.toISOString().slice(0, 10)}">${text}</time>`;
}

/** The text of a short date, for sentences and charts: 3 Nov 2026. */
export const shortDayText = (moment: Date): string => shortFormat.format(moment);

const timeFormat = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** The text of a date and time in a zone, without its name: 3 Nov 2026, 14:05. */
export const timeText = (moment: Date, zone = 'UTC'): string => timeFormat.format(toLocal(moment, zone));

/** A date, such as 3 November 2026. */
export function day(moment: Date): Html {
  return html`<time datetime="${moment.toISOString().slice(0, 10)}">${dayFormat.format(moment)}</time>`;
}
