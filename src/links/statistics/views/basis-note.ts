import { html, nothing, type Html } from '../../../web/html.ts';
import { sqlDate } from '../../../kernel/time.ts';
import type { Limited } from '../../clicks/statistics/read-statistics.ts';
import type { CountWords } from '../count-words.ts';
import { inZone, type ChosenRange } from '../requests/range.ts';

interface Basis {
  range: ChosenRange;
  statistics: { limited?: Limited | undefined };
  linksCounted?: number | undefined;
}

/** What the numbers are based on, when that is not everything. */
export function basisNote({ range, statistics: { limited }, linksCounted }: Basis, words: CountWords): Html {
  if (!limited && linksCounted === undefined) return nothing;
  return html`<p class="quiet">
    ${
      limited &&
      `Based on the newest ${limited.clicks.toLocaleString('en')} ${words.many} of this time, since ${sqlDate(inZone(range, limited.since)).slice(0, 16)} (${range.zone}). `
    }
    ${
      linksCounted !== undefined &&
      `Based on ${linksCounted.toLocaleString('en')} of the links with these filters, the most clicked first.`
    }
  </p>`;
}
