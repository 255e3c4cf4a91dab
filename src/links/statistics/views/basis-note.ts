import { formatNumber } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { timeText } from '../../../web/components/time.ts';
import { html, nothing, type Html } from '../../../web/html.ts';
import type { Limited } from '../../clicks/statistics/get-statistics.ts';
import type { CountWords } from '../count-words.ts';
import type { ChosenRange } from '../requests/range.ts';

interface Basis {
  range: ChosenRange;
  statistics: { limited?: Limited | undefined };
  linksCounted?: number | undefined;
}

/** A note that explains what the numbers are based on if they are not complete. */
export function basisNote({ range, statistics: { limited }, linksCounted }: Basis, words: CountWords): Html {
  if (!limited && linksCounted === undefined) return nothing;
  return html`<p class="quiet">
    ${
      limited &&
      t('Based on the latest part of this period: {counted} since {time} ({zone}).', {
        counted: words.counted(limited.clicks),
        time: timeText(limited.since, range.zone),
        zone: range.zone,
      })
    }
    ${
      linksCounted !== undefined &&
      t('Based on the {linksCounted} most clicked links that match these filters.', {
        linksCounted: formatNumber(linksCounted),
      })
    }
  </p>`;
}
