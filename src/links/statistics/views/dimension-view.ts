import { numberFormat } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { html, type Fragment } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Limited, Tally } from '../../clicks/statistics/get-statistics.ts';
import type { Dimension } from '../../clicks/roll-ups.ts';
import type { StatisticsAddresses } from '../addresses.ts';
import { countWords } from '../count-words.ts';
import { dimensionNames } from '../dimensions.ts';
import { queryOf, type Selection } from '../filters/selection.ts';
import type { Purpose } from '../subject.ts';
import { basisNote } from './basis-note.ts';
import { filterChips } from './filter-chips.ts';
import { filterLinkAttributes } from './filter-link.ts';
import { rangePicker } from './range-picker.ts';
import { shortNumber } from '../../../web/short-number.ts';

interface DimensionPage extends Selection {
  dimension: Dimension;
  /** Type of the subject. Omitted for several subjects together. */
  purpose?: Purpose;
  /** Name of the subject, for the back link. */
  of: string;
  section: 'links' | 'statistics';
  addresses: StatisticsAddresses;
  limited: Limited | undefined;
  linksCounted: number | undefined;
  /** Clicks in the range for all values. */
  clicks: number;
  tallies: readonly Tally[];
  page: number;
  pages: number;
  entry?: (tally: Tally) => { label: Fragment; href?: string };
}

/** All values of one dimension, most frequent first. */
export function dimensionView(options: DimensionPage): View {
  const { dimension, purpose = 'link', addresses, range, clicks, page, pages } = options;
  const words = countWords()[purpose];
  const { title, label, name } = dimensionNames()[dimension];
  const address = `${addresses.by}/${dimension}`;
  const entry = (tally: Tally): { label: Fragment; href?: string } =>
    options.entry?.(tally) ?? {
      label: name(tally.value),
      ...filterLinkAttributes(addresses.page, options, dimension, tally.value),
    };
  return {
    title: t('{title} of {of}', { title, of: options.of }),
    section: options.section,
    body: html`${pageHeader({
        title,
        lead: `${words.Many} ${range.words}`,
        above: breadcrumbs([
          { label: options.of, href: `${addresses.page}?${queryOf(options)}` },
          { label: title },
        ]),
        actions: linkButton({
          label: t('Download as CSV'),
          href: `${addresses.csv}?by=${dimension}&${queryOf(options)}`,
          icon: 'download',
        }),
      })}
      <div class="sections">
        ${filterChips(address, options)} ${rangePicker(address, options)}
        ${basisNote({ range, statistics: { limited: options.limited }, linksCounted: options.linksCounted }, words)}
        ${card({
          flush: true,
          body: table({
            caption: title,
            rows: options.tallies,
            columns: [
              {
                label,
                main: true,
                cell: (tally) => {
                  const { label: shown, href } = { href: undefined, ...entry(tally) };
                  return href === undefined ? shown : html`<a href="${href}">${shown}</a>`;
                },
              },
              { label: words.Many, align: 'end', cell: (tally) => shortNumber(tally.clicks) },
              { label: t('Visitors'), align: 'end', cell: (tally) => shortNumber(tally.uniques) },
              { label: t('Share'), align: 'end', cell: (tally) => part(tally.clicks, clicks) },
            ],
            empty: emptyState({
              illustration: 'search',
              title: t('No data in this period'),
              text: t('Choose a longer period above.'),
            }),
          }),
        })}
        ${pagination({ page, pages, href: (number) => `${address}?${queryOf(options)}&page=${number}` })}
      </div>`,
  };
}

const percents = numberFormat({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

const part = (clicks: number, all: number) => (all === 0 ? '' : percents.format(clicks / all));
