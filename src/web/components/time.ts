import { exactTime, relativeText } from '../../../browser/relative-time.ts';
import { html, type Html } from '../html.ts';

/** How long ago, with the exact time on hover. The browser keeps it fresh, in the reader's own language and time zone. */
export function relativeTime(moment: Date, now: Date = new Date()): Html {
  return html`<time
    class="relative"
    datetime="${moment.toISOString()}"
    title="${exactTime(moment, 'en', 'UTC')}"
    >${relativeText(moment, now, 'en')}</time
  >`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day, such as 3 November 2026. */
export function day(moment: Date): Html {
  return html`<time datetime="${moment.toISOString().slice(0, 10)}">${dayFormat.format(moment)}</time>`;
}
