import { missing, msg } from '../../kernel/problem.ts';
import { numberFormat, t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, emptyState, pageHeader, table } from '../../web/components/surfaces.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { pagination } from '../../web/components/navigation/pagination.ts';
import { type Fragment, html, type Html, type View, shortNumber } from '../../web/html.ts';
import type { Dimension } from '../clicks/roll-ups.ts';
import { hasFilters } from '../clicks/statistics/filters.ts';
import { listTallies } from '../clicks/statistics/tallies.ts';
import { getClicksIn } from '../clicks/statistics/totals.ts';
import type { Limited, Tally } from '../clicks/statistics/statistics.ts';
import { shortAddress, shortName } from '../link/link.ts';
import { entryOfSubject } from './components/entries.ts';
import { filterChips, filterLinkAttributes, filterMenu, rangePicker } from './components/filters.ts';
import type { FilterChoices } from './components/filters.ts';
import { basisNote, statisticsBody, statisticsFrame } from './components/statistics-frame.ts';
import { accountDimensions, countWords, dimensionNames } from './dimensions.ts';
import { type FilteredScope, getFilteredStatistics, queryOf, type Selection } from './filters.ts';
import type { StatisticsPageData } from './reading.ts';
import type { ChosenRange } from './requests.ts';
import { addressesOfAccount, nameSubjects, publicAddress } from './subject.ts';
import type { Purpose, StatisticsAddresses, StatisticsSubject } from './subject.ts';

export interface AccountPage {
  hopUrl: string;
  shown: StatisticsPageData;
  /** The most clicked subjects by id. */
  subjects: ReadonlyMap<string, StatisticsSubject>;
}

/** The statistics of all links, bio pages and QR codes of an account. */
export function accountView(page: AccountPage, groups: FilterChoices): View {
  const { page: address, csv } = addressesOfAccount;
  const { total } = page.shown;
  const isNew = total.clicks === 0;
  return {
    title: t('Statistics'),
    section: 'statistics',
    body: html`${pageHeader({
      title: t('Statistics'),
      lead: t('All your links, bio pages and QR codes.'),
      actions: html`${linkButton({ label: t('Watch live'), href: '/dashboard/live', icon: 'eye' })}
      ${!isNew && filterMenu(address, page.shown, groups)}
      ${!isNew && linkButton({ label: t('Download as CSV'), href: `${csv}?${queryOf(page.shown)}`, icon: 'download' })}`,
    })}
    ${isNew ? firstClick() : accountFrame(page, address)}`,
  };
}

export function accountFrame(
  { hopUrl, shown, subjects }: AccountPage,
  address = addressesOfAccount.page,
): Html {
  const { refresh, by } = addressesOfAccount;
  return statisticsFrame({
    hopUrl,
    shown,
    address,
    refresh,
    all: by,
    dimensions: accountDimensions,
    entry: (dimension, { value }) =>
      dimension === 'link'
        ? { ...entryOfSubject(hopUrl, subjects.get(value), value), isGone: !subjects.has(value) }
        : undefined,
  });
}

const firstClick = (): Html =>
  emptyState({
    illustration: 'links',
    title: t('No clicks yet'),
    text: t('Clicks will appear here with time, country and referrer.'),
    action: linkButton({ label: t('Create a link'), href: '/dashboard', icon: 'link' }),
  });

/** Excludes cities, because in a small place they may identify a person. */
const dimensions: readonly Dimension[] = ['country', 'referrer', 'device', 'browser', 'system', 'language'];

/** Minimum visitors for lists, because fewer could identify a person by device or time. */
const minVisitors = 5;

/** The public statistics of a subject. */
export function publicView(hopUrl: string, subject: StatisticsSubject, shown: StatisticsPageData): View {
  const name = subject.purpose === 'qr' ? subject.title || t('QR code') : shortName({ hopUrl }, subject);
  return {
    title: t('Statistics of {name}', { name }),
    shape: 'landing',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<div class="sections public-statistics">
      ${pageHeader({
        title: name,
        lead: html`Statistics of
        ${subject.purpose === 'qr' ? t('this code') : html`<a href="${shortAddress({ hopUrl }, subject)}" rel="nofollow">this link</a>`},
        made public by its owner.`,
      })}
      ${statisticsBody({
        shown,
        purpose: subject.purpose,
        address: new URL(publicAddress({ hopUrl }, subject)).pathname,
        dimensions,
        minVisitors,
      })}
    </div>`,
  };
}

interface DimensionPage extends Selection {
  dimension: Dimension;
  /** Type of the subject. Omitted for several subjects together. */
  purpose?: Purpose;
  /** Name of the subject, for the back link. */
  of: string;
  section: 'links' | 'statistics';
  addresses: StatisticsAddresses;
  limited: Limited | undefined;
  until: Date | undefined;
  linksCounted: number | undefined;
  /** Clicks in the range for all values. */
  clicks: number;
  tallies: readonly Tally[];
  page: number;
  pages: number;
  entry?: (tally: Tally) => { label: Fragment; href?: string };
}

/** All values of one dimension, most frequent first. */
function dimensionView(options: DimensionPage): View {
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
        ${basisNote({ range, statistics: { limited: options.limited, until: options.until }, linksCounted: options.linksCounted }, words)}
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

const perPage = 50;

/** The page of all values of a dimension. */
export async function showDimension(
  app: App,
  accountId: string,
  options: FilteredScope & {
    name: string;
    purpose?: Purpose;
    section: 'links' | 'statistics';
    addresses: StatisticsAddresses;
    dimension: Dimension;
    /** The dimensions available for the subject. */
    known: readonly Dimension[];
    range: ChosenRange;
    page: number | undefined;
  },
): Promise<View> {
  const {
    of,
    filters,
    applied,
    name,
    purpose,
    section,
    addresses,
    dimension,
    known,
    range,
    page = 1,
  } = options;
  if (!known.includes(dimension)) throw missing(msg('Page'));
  const { tallies, total } = await listTallies(app, of, {
    dimension,
    range,
    filters,
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const { clicks, limited, until } = hasFilters(filters)
    ? (await getFilteredStatistics(app, { of, filters }, range)).statistics
    : { ...(await getClicksIn(app, of, range)), limited: undefined, until: undefined };
  const ids = dimension === 'link' ? tallies.map(({ value }) => value) : [];
  const subjects = await nameSubjects(app, accountId, ids);
  return dimensionView({
    of: name,
    ...(purpose && { purpose }),
    section,
    addresses,
    dimension,
    range,
    applied,
    limited,
    until,
    linksCounted: options.linksCounted,
    clicks,
    tallies,
    page,
    pages: Math.ceil(total / perPage),
    ...(dimension === 'link' && {
      entry: ({ value }) => entryOfSubject(app.config.hopUrl, subjects.get(value), value),
    }),
  });
}
