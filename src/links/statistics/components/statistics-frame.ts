import { formatNumber, formatPercent, numberFormat, t } from '../../../web/translation/translate.ts';
import { card, relativeTime, timeText } from '../../../web/components/surfaces.ts';
import { barList, statistics as numbers } from '../../../web/components/charts/figures.ts';
import type { StatisticOptions } from '../../../web/components/charts/figures.ts';
import { chart } from '../../../web/components/charts/chart.ts';
import { heatMap } from '../../../web/components/charts/heat-map.ts';
import { type Fragment, html, type Html, nothing, shortNumber } from '../../../web/html.ts';
import type { Dimension } from '../../clicks/roll-ups.ts';
import { longestRhythm, maxTallies } from '../../clicks/statistics/statistics.ts';
import type { Limited, Point, Tally } from '../../clicks/statistics/statistics.ts';
import { countWords, type CountWords, dimensionNames, rowsOfDimension } from '../dimensions.ts';
import { queryOf } from '../filters.ts';
import type { StatisticsPageData } from '../reading.ts';
import { type ChosenRange, labelFor, stepTitle } from '../requests.ts';
import type { Purpose } from '../subject.ts';
import { flagAddress, siteInitial } from './entries.ts';
import { funnelCard } from './funnel.ts';
import { filterChips, filterLinkAttributes, rangePicker } from './filters.ts';

interface StatisticsBody {
  /** For the owner. Omitted in public. */
  hopUrl?: string;
  shown: StatisticsPageData;
  /** Type of the subject. Omitted for several subjects together. */
  purpose?: Purpose;
  /** Path of the page. */
  address: string;
  dimensions: readonly Dimension[];
  /** With filters and fewer visitors than this, details are hidden. */
  minVisitors?: number;
  /** Path of the pages with all values of a dimension. Omitted if they are not available. */
  all?: string;
  /** Overrides the label of a value, with a link or a better name. `isGone` values cannot be filtered by. */
  entry?: (dimension: Dimension, tally: Tally) => { label: Fragment; isGone: boolean } | undefined;
}

/**
 * Everything that changes with each click, in a frame that reloads itself from `refresh` while it is visible.
 */
export function statisticsFrame(options: StatisticsBody & { refresh: string }): Html {
  const { total, applied } = options.shown;
  return html`<turbo-frame
    id="statistics"
    class="sections"
    target="_top"
    data-controller="refresh"
    data-refresh-address-value="${options.refresh}?${queryOf(options.shown)}"
    data-refresh-seconds-value="${applied.length > 0 ? filteredInterval : 2}"
    data-refresh-version-value="${total.clicks}"
  >
    ${statisticsBody(options)}
  </turbo-frame>`;
}

/** Seconds between refreshes if they may scan single clicks. */
const filteredInterval = 15;

/** The statistics without the frame: numbers, chart, visitors and times. */
export function statisticsBody(options: StatisticsBody): Html {
  const { shown, purpose = 'link', address, dimensions, minVisitors = 0 } = options;
  const { range, statistics, rhythm, applied } = shown;
  const words = countWords()[purpose];
  if (applied.length > 0 && statistics.uniques < minVisitors)
    return html`${filterChips(address, shown)} ${rangePicker(address, shown)}
      <p>Fewer than ${minVisitors} visitors match these filters, so details are hidden.</p>`;
  return html`${filterChips(address, shown)} ${totals(shown, words)} ${rangePicker(address, shown)}
    ${basisNote(shown, words)} ${card({ body: clicksChart(shown, words) })}
    ${options.hopUrl !== undefined && shown.funnel && funnelCard(options.hopUrl, statistics.clicks, shown.funnel)}
    <h2>Audience</h2>
    <div class="grid breakdowns">${dimensions.map((dimension) => breakdown(options, dimension))}</div>
    ${card({ body: heatMap({ title: rhythmTitle(range), unit: words.many, counts: rhythm }) })}
    ${statistics.bots > 0 && botsNote(statistics.bots)}
    ${shown.total.imported > 0 && applied.length === 0 && importedNote(shown.total.imported, words)}`;
}

function totals(
  { range, statistics, before, total, now, applied }: StatisticsPageData,
  words: CountWords,
): Html {
  const isWhole = applied.length === 0;
  return numbers([
    ...(isWhole
      ? [
          {
            label: words.Many,
            value: shortNumber(total.clicks),
            detail: html`${words.last}:
            ${total.lastClickAt ? relativeTime(total.lastClickAt, now) : t('None yet')}`,
          },
          { label: t('Visitors'), value: shortNumber(total.uniques) },
        ]
      : []),
    {
      label: `${words.Many} ${range.words}`,
      value: shortNumber(statistics.clicks),
      trend: statistics.series.map(({ clicks }) => clicks),
      ...(before && changeSince(before.clicks, statistics.clicks)),
    },
    {
      label: t('Visitors {inRange}', { inRange: range.words }),
      value: shortNumber(statistics.uniques),
      ...(before && changeSince(before.uniques, statistics.uniques)),
    },
  ]);
}

const smallPercents = numberFormat({ style: 'percent', maximumFractionDigits: 1 });

/** Returns the change compared with the previous range. Empty if there is nothing to compare. */
function changeSince(before: number, after: number): Pick<StatisticOptions, 'change'> {
  if (before === 0 || before === after) return {};
  const part = Math.abs(after - before) / before;
  const percent = part < 0.1 ? smallPercents.format(part) : formatPercent(part);
  const isUp = after > before;
  return {
    change: {
      text: isUp
        ? t('{percent} more than before ({before})', { percent, before: number(before) })
        : t('{percent} fewer than before ({before})', { percent, before: number(before) }),
      isUp,
    },
  };
}

function clicksChart(
  { range, statistics: { clicks, uniques, series } }: StatisticsPageData,
  words: CountWords,
): Html {
  const label = labelFor(range);
  return chart({
    title: stepTitle({ counted: words.Many, zone: range.zone, step: range.step }),
    summary: [
      t('{clicks} by {uniques, plural, one {# visitor} other {# visitors}} {range}.', {
        clicks: words.counted(clicks),
        uniques,
        range: range.words,
      }),
      ...busiest(series, label),
    ].join(' '),
    shape: series.length > maxBars ? 'line' : 'bar',
    labels: series.map(({ at }) => label(at)),
    series: [
      { name: words.Many, values: series.map((point) => point.clicks) },
      { name: t('Visitors'), values: series.map((point) => point.uniques) },
    ],
  });
}

/** Maximum number of bars. More points are shown as a line. */
const maxBars = 14;

function busiest(series: readonly Point[], label: (at: Date) => string): string[] {
  const max = series.reduce<Point | undefined>(
    (best, point) => (point.clicks > (best?.clicks ?? 0) ? point : best),
    undefined,
  );
  return max ? [t('Most at {time}: {count}.', { time: label(max.at), count: number(max.clicks) })] : [];
}

/** Dimensions that not every click has. Omitted if empty. */
const rare: readonly Dimension[] = ['region', 'city', 'variant'];

function breakdown(
  { shown, purpose = 'link', address, all, entry }: StatisticsBody,
  dimension: Dimension,
): Html | false {
  const tallies = rowsOfDimension(shown.statistics, dimension);
  if (tallies.length === 0 && rare.includes(dimension)) return false;
  const { title, name } = dimensionNames()[dimension];
  return card({
    body: barList({
      title,
      unit: countWords()[purpose].many,
      entries: tallies.map((tally) => ({
        label:
          entry?.(dimension, tally)?.label ?? html`${iconOf(dimension, tally.value)}${name(tally.value)}`,
        value: tally.clicks,
        ...(entry?.(dimension, tally)?.isGone !== true &&
          filterLinkAttributes(address, shown, dimension, tally.value)),
      })),
      empty: t('No data in this period'),
    }),
    // There may be more values if the list is full. Phones show half of it.
    ...(all !== undefined &&
      tallies.length > maxTallies / 2 && {
        footer: html`<a href="${all}/${dimension}?${queryOf(shown)}"
          >Show all<span class="visually-hidden">: ${title}</span></a
        >`,
      }),
  });
}

/** The flag of a country or the initial of a website. */
function iconOf(dimension: Dimension, value: string): Fragment {
  if (dimension === 'referrer') return value.includes('.') && siteInitial(value);
  if (dimension !== 'country' && dimension !== 'region' && dimension !== 'city') return false;
  const address = flagAddress(value.slice(0, 2));
  return address !== undefined && html`<img class="flag" src="${address}" alt="" width="18" height="12" />`;
}

const rhythmTitle = ({ from, to, zone }: ChosenRange) =>
  to.getTime() - from.getTime() > longestRhythm
    ? t('By weekday and hour ({zone}), the last 13 weeks of it', { zone })
    : t('By weekday and hour ({zone})', { zone });

const botsNote = (bots: number): Html =>
  html`<p class="quiet">
    Bots (search engines, previews, scanners) account for
    ${t('{bots, plural, one {# time} other {# times}}', { bots })} in this period. They are not included in
    other numbers.
  </p>`;

const importedNote = (imported: number, words: CountWords): Html =>
  html`<p class="quiet">
    The total includes ${words.counted(imported)} imported from another service without details. They are not
    included in other numbers.
  </p>`;

const number = (value: number) => formatNumber(value);

interface Basis {
  range: ChosenRange;
  statistics: { limited?: Limited | undefined; until?: Date | undefined };
  linksCounted?: number | undefined;
}

/** A note that explains what the numbers are based on if they are not complete. */
export function basisNote(
  { range, statistics: { limited, until }, linksCounted }: Basis,
  words: CountWords,
): Html {
  if (!limited && !until && linksCounted === undefined) return nothing;
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
      until &&
      t('Clicks after {time} ({zone}) are not all included yet.', {
        time: timeText(until, range.zone),
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
