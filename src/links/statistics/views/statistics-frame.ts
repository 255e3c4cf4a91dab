import { barList } from '../../../platform/html/components/bar-list.ts';
import { card } from '../../../platform/html/components/card.ts';
import { chart } from '../../../platform/html/components/chart.ts';
import { heatMap } from '../../../platform/html/components/heat-map.ts';
import { statistics as numbers, type StatisticOptions } from '../../../platform/html/components/statistic.ts';
import { relativeTime } from '../../../platform/html/components/time.ts';
import { html, type Fragment, type Html } from '../../../platform/html/html.ts';
import { longestRhythm } from '../../clicks/read-rhythm.ts';
import { mostTallies, type Point, type Tally } from '../../clicks/read-statistics.ts';
import type { Dimension } from '../../clicks/roll-ups.ts';
import { countWords, type CountWords } from '../count-words.ts';
import { dimensionNames, talliesOf } from '../dimensions.ts';
import type { ShownStatistics } from '../read-shown.ts';
import { rangeNames, type ChosenRange } from '../range.ts';
import type { Purpose } from '../subject.ts';
import { rangePicker } from './range-picker.ts';

export interface StatisticsBody {
  shown: ShownStatistics;
  /** Of what the statistics are; left out: of several things together. */
  purpose?: Purpose;
  /** The page that it is on. */
  address: string;
  dimensions: readonly Dimension[];
  /** Where all values of a dimension are; left out where no more than the first are for show. */
  all?: string;
  /** For values that lead somewhere or have better names. */
  entry?: (dimension: Dimension, tally: Tally) => { label: Fragment; href?: string } | undefined;
}

/** Everything that changes with each click, in a frame that fetches itself anew from `refresh` while somebody looks at it. */
export function statisticsFrame(options: StatisticsBody & { refresh: string }): Html {
  const { range, total } = options.shown;
  return html`<turbo-frame
    id="statistics"
    class="sections"
    target="_top"
    data-controller="refresh"
    data-refresh-address-value="${options.refresh}?${range.query}"
    data-refresh-seconds-value="2"
    data-refresh-version-value="${total.clicks}"
  >
    ${statisticsBody(options)}
  </turbo-frame>`;
}

/** The same as it stands: numbers, the chart, who it was and when. */
export function statisticsBody(options: StatisticsBody): Html {
  const { shown, purpose = 'link', address, dimensions } = options;
  const { range, statistics, rhythm } = shown;
  const words = countWords[purpose];
  return html`${totals(shown, words)} ${rangePicker(address, range)}
    ${card({ body: clicksChart(shown, words) })}
    <h2>Who came, from where, and when</h2>
    <div class="grid breakdowns">${dimensions.map((dimension) => breakdown(options, dimension))}</div>
    ${card({ body: heatMap({ title: rhythmTitle(range), unit: words.many, counts: rhythm }) })}
    ${statistics.bots > 0 && botsNote(statistics.bots)}
    ${shown.total.imported > 0 && importedNote(shown.total.imported, words)}`;
}

function totals({ range, statistics, before, total, now }: ShownStatistics, words: CountWords): Html {
  const inRange =
    range.key === undefined || range.key === 'all' ? range.words : `in ${rangeNames[range.key]}`;
  return numbers([
    { label: words.Many, value: number(total.clicks) },
    { label: 'Visitors', value: number(total.uniques) },
    {
      label: `${words.Many} ${inRange}`,
      value: number(statistics.clicks),
      course: statistics.series.map(({ clicks }) => clicks),
      ...(before && changeSince(before.clicks, statistics.clicks)),
    },
    {
      label: `Visitors ${inRange}`,
      value: number(statistics.uniques),
      ...(before && changeSince(before.uniques, statistics.uniques)),
    },
    {
      label: `Last ${words.one}`,
      value: total.lastClickAt ? relativeTime(total.lastClickAt, now) : 'None yet',
    },
  ]);
}

/** Beside the same length of time before. Nothing to say when nothing was there to compare with. */
function changeSince(before: number, after: number): Pick<StatisticOptions, 'change'> {
  if (before === 0 || before === after) return {};
  const part = Math.abs(after - before) / before;
  const percent = part < 10 ? `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %` : `${Math.round(part)} times`;
  const isUp = after > before;
  return { change: { text: `${percent} ${isUp ? 'more' : 'fewer'} than before (${number(before)})`, isUp } };
}

const stepWords = { hour: 'an hour', day: 'a day', month: 'a month' } as const;

function clicksChart(
  { range, statistics: { clicks, uniques, series } }: ShownStatistics,
  words: CountWords,
): Html {
  const label = labelFor(range);
  return chart({
    title: `${words.Many} ${stepWords[range.step]} (UTC)`,
    summary: `${count(clicks, words.one)} by ${count(uniques, 'visitor')} ${range.words}${busiest(series, label)}`,
    shape: 'bar',
    labels: series.map(({ at }) => label(at)),
    series: [
      { name: words.Many, values: series.map((point) => point.clicks) },
      { name: 'Visitors', values: series.map((point) => point.uniques) },
    ],
  });
}

function busiest(series: readonly Point[], label: (at: Date) => string): string {
  const most = series.reduce<Point | undefined>(
    (best, point) => (point.clicks > (best?.clicks ?? 0) ? point : best),
    undefined,
  );
  return most ? `; most, ${number(most.clicks)}, at ${label(most.at)}.` : '.';
}

/** Traits that only some have, and that are not worth an empty box. */
const rare: readonly Dimension[] = ['region', 'city', 'variant'];

function breakdown(
  { shown, purpose = 'link', all, entry }: StatisticsBody,
  dimension: Dimension,
): Html | false {
  const tallies = talliesOf(shown.statistics, dimension);
  if (tallies.length === 0 && rare.includes(dimension)) return false;
  const { title, name } = dimensionNames[dimension];
  return card({
    body: barList({
      title,
      unit: countWords[purpose].many,
      entries: tallies.map((tally) => ({
        label: name(tally.value),
        value: tally.clicks,
        ...entry?.(dimension, tally),
      })),
      empty: `No ${countWords[purpose].many} in this time`,
    }),
    // There may be more where as many are shown as fit.
    ...(all !== undefined &&
      tallies.length >= mostTallies && {
        footer: html`<a href="${all}/${dimension}?${shown.range.query}"
          >Show all<span class="visually-hidden">: ${title}</span></a
        >`,
      }),
  });
}

const rhythmTitle = ({ from, to }: ChosenRange) =>
  to.getTime() - from.getTime() > longestRhythm
    ? 'By weekday and hour (UTC), the last 13 weeks of it'
    : 'By weekday and hour (UTC)';

const botsNote = (bots: number): Html =>
  html`<p class="quiet">
    Programs (search engines, previews, scanners) came ${number(bots)} ${bots === 1 ? 'time' : 'times'} in
    this time. They are in no other number.
  </p>`;

const importedNote = (imported: number, words: CountWords): Html =>
  html`<p class="quiet">
    The total includes ${count(imported, words.one)} imported from another service. When and from where they
    came is not known, so they are in no other number.
  </p>`;

const labelFor = ({ step }: Pick<ChosenRange, 'step'>) =>
  ({ hour: hourLabel, day: dayLabel, month: monthLabel })[step];
const hourLabel = (at: Date) => at.toISOString().slice(11, 16);
const dayLabel = (at: Date) =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthLabel = (at: Date) =>
  at.toLocaleDateString('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const number = (value: number) => value.toLocaleString('en');
const count = (value: number, word: string) => `${number(value)} ${word}${value === 1 ? '' : 's'}`;
