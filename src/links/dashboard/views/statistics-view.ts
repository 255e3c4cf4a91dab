import { barList } from '../../../platform/html/components/bar-list.ts';
import { chart } from '../../../platform/html/components/chart.ts';
import { statistics as numbers } from '../../../platform/html/components/statistic.ts';
import { tabs } from '../../../platform/html/components/tabs.ts';
import { relativeTime } from '../../../platform/html/components/time.ts';
import { card } from '../../../platform/html/components/card.ts';
import { html, type Html } from '../../../platform/html/html.ts';
import type { ClickTotal } from '../../clicks/click-totals.ts';
import type { ClickStatistics, Point, Tally } from '../../clicks/read-statistics.ts';
import {
  browserName,
  countryName,
  deviceName,
  languageName,
  referrerName,
  systemName,
} from '../../links/value-names.ts';
import { rangeNames, type RangeKey } from '../range.ts';

export interface ShownStatistics {
  range: RangeKey;
  /** Of the range. */
  statistics: ClickStatistics;
  /** Since the link was made. */
  total: ClickTotal;
  now: Date;
}

/** Everything that changes with each click, in a frame that fetches itself anew while somebody looks at it. */
export function statisticsFrame(linkId: string, shown: ShownStatistics): Html {
  const { range, statistics, total } = shown;
  const address = `/dashboard/links/${linkId}`;
  return html`<turbo-frame
    id="statistics"
    class="sections"
    data-controller="refresh"
    data-refresh-address-value="${address}/statistics?range=${range}"
    data-refresh-seconds-value="2"
    data-refresh-version-value="${total.clicks}"
  >
    ${totals(shown)}
    ${tabs(
      'Time',
      rangeKeys.map((key) => ({
        label: rangeNames[key],
        href: `${address}?range=${key}`,
        current: key === range,
      })),
    )}
    ${card({ body: clicksChart(range, statistics) })} ${breakdowns(statistics)}
  </turbo-frame>`;
}

const rangeKeys = Object.keys(rangeNames) as RangeKey[];

function totals({ range, statistics, total, now }: ShownStatistics): Html {
  return numbers([
    { label: 'Clicks', value: number(total.clicks) },
    { label: 'Visitors', value: number(total.uniques) },
    {
      label: `Clicks in ${rangeNames[range]}`,
      value: number(statistics.clicks),
      course: statistics.series.map(({ clicks }) => clicks),
    },
    { label: 'Last click', value: total.lastClickAt ? relativeTime(total.lastClickAt, now) : 'None yet' },
  ]);
}

function clicksChart(range: RangeKey, { clicks, uniques, series }: ClickStatistics): Html {
  const label = range === '24h' ? hourLabel : dayLabel;
  return chart({
    title: range === '24h' ? 'Clicks an hour (UTC)' : 'Clicks a day (UTC)',
    summary: `${number(clicks)} clicks by ${number(uniques)} visitors in ${rangeNames[range]}${busiest(series, label)}`,
    shape: 'bar',
    labels: series.map(({ at }) => label(at)),
    series: [
      { name: 'Clicks', values: series.map((point) => point.clicks) },
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

function breakdowns({ countries, referrers, browsers, systems, devices, languages }: ClickStatistics): Html {
  return html`<h2>Who followed it</h2>
    <div class="grid">
      ${breakdown('Countries', countries, countryName)} ${breakdown('Came from', referrers, referrerName)}
      ${breakdown('Devices', devices, deviceName)} ${breakdown('Browsers', browsers, browserName)}
      ${breakdown('Systems', systems, systemName)} ${breakdown('Languages', languages, languageName)}
    </div>`;
}

const breakdown = (title: string, tallies: readonly Tally[], name: (value: string) => string): Html =>
  card({
    body: barList({
      title,
      entries: tallies.map(({ value, clicks }) => ({ label: name(value), value: clicks })),
      empty: 'No clicks in this time',
    }),
  });

const hourLabel = (at: Date) => at.toISOString().slice(11, 16);
const dayLabel = (at: Date) =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const number = (value: number) => value.toLocaleString('en');
