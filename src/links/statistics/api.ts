import { type Static, Type } from 'typebox';
import { invalid, msg } from '../../kernel/problem.ts';
import { days, fromLocal, hours, sqlDate, toLocal } from '../../kernel/time.ts';
import { inLanguage, sourceLanguage } from '../../web/translation/languages.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { job, jobOf } from '../../platform/jobs/jobs.ts';
import { foldCurrentPeriod } from '../clicks/retention.ts';
import { eraseClicks, eraseClicksJob } from '../clicks/store/clickhouse-table.ts';
import { type Dimension, ofAccount, ofLink } from '../clicks/roll-ups.ts';
import type { ClickStatistics } from '../clicks/statistics/statistics.ts';
import { startOfStep, type StatisticsRange } from '../clicks/statistics/range.ts';
import type { Funnel } from '../conversions/reading.ts';
import { IdParams } from '../owned/api.ts';
import { nameOfSubject } from './components/entries.ts';
import { dimensionNames, parseRangeMoment, parseZone, rowsOfDimension } from './dimensions.ts';
import {
  AccountFilterQuery,
  filterAccount,
  type FilteredScope,
  filterLink,
  getFilteredStatistics,
  LinkFilterQuery,
} from './filters.ts';
import { findFunnel } from './reading.ts';
import { getSubject, nameSubjects } from './subject.ts';

const moment = (what: string) =>
  Type.Optional(Type.String({ maxLength: 30, description: `${what}: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS` }));

const TimeQuery = {
  from: moment('Start of the range, seven days before `to` by default'),
  to: moment('End of the range, exclusive, now by default'),
  step: Type.Optional(
    Type.Enum(['hour', 'day', 'month'], {
      description: 'Length of each point in the series. Defaults to a day',
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      maxLength: 60,
      description:
        'Time zone in which hours, days and months begin and times are returned, such as Europe/Berlin. Defaults to UTC',
    }),
  ),
};
// Rejects unknown parameters, because a misspelled filter would otherwise be ignored.
const exactly = { additionalProperties: false } as const;
const LinkStatisticsQuery = Type.Object({ ...TimeQuery, ...LinkFilterQuery.properties }, exactly);
const AccountStatisticsQuery = Type.Object({ ...TimeQuery, ...AccountFilterQuery.properties }, exactly);

const Limited = Type.Union(
  [
    Type.Object({
      clicks: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Number of newest clicks in the range that were scanned',
      }),
      since: Type.Union([Type.String(), Type.Null()], {
        description: 'Time of the oldest scanned click, or the oldest available time',
      }),
      until: Type.Union([Type.String(), Type.Null()], {
        description: 'Time of the oldest click that is not included yet, if the store of clicks is behind',
      }),
      links: Type.Union([Type.Integer(), Type.Null()], {
        description:
          'Number of links that were included, most clicked first, of those that match the filters',
      }),
    }),
    Type.Null(),
  ],
  { description: 'What the numbers are based on if not everything in the range was counted, otherwise null' },
);

const Conversions = Type.Union(
  [
    Type.Object({
      leads: Type.Integer(),
      sales: Type.Integer(),
      amounts: Type.Array(
        Type.Object({
          currency: Type.String(),
          sales: Type.Integer(),
          amount: Type.Integer({ description: 'In the smallest unit of the currency' }),
        }),
      ),
    }),
    Type.Null(),
  ],
  {
    description:
      'Leads and sales; with filters, of clicks that match. Null with filters on servers without ClickHouse',
  },
);

const Value = Type.Object({
  value: Type.String({ description: 'The stored value: a code, a host or an id. Blank if unknown' }),
  name: Type.String({ description: 'Display name' }),
  clicks: Type.Integer(),
  uniqueClicks: Type.Integer(),
});
const Values = Type.Array(Value, { description: 'The ten most frequent values' });

/** Response fields of statistics. */
const statisticsFields = {
  from: Type.String(),
  to: Type.String(),
  step: Type.Enum(['hour', 'day', 'month']),
  data: Type.Object({
    clicks: Type.Integer(),
    uniqueClicks: Type.Integer(),
    bots: Type.Integer({ description: 'Visits by bots, which are not included in any other number' }),
    limited: Limited,
    conversions: Conversions,
    series: Type.Array(
      Type.Object({ date: Type.String(), clicks: Type.Integer(), uniqueClicks: Type.Integer() }),
    ),
    countries: Values,
    regions: Values,
    cities: Values,
    referrers: Values,
    devices: Values,
    browsers: Values,
    os: Values,
    languages: Values,
    variants: Type.Optional(Values),
    links: Type.Optional(Values),
    purposes: Type.Optional(Values),
  }),
};

/** Names are in English for every interface language, because clients compare them. */
const nameOf = (dimension: Dimension, value: string): string =>
  inLanguage(sourceLanguage, () => dimensionNames()[dimension].name(value));

function toStatistics(
  range: StatisticsRange & { zone: string },
  { linksCounted }: FilteredScope,
  { funnel, ...statistics }: ClickStatistics & { funnel: Funnel | null },
  names: ReadonlyMap<string, string>,
  further: readonly ('variant' | 'link' | 'purpose')[],
) {
  const values = (dimension: Dimension): Static<typeof Value>[] =>
    rowsOfDimension(statistics, dimension).map(({ value, clicks, uniques }) => ({
      value,
      name: (dimension === 'link' ? names.get(value) : undefined) ?? nameOf(dimension, value),
      clicks,
      uniqueClicks: uniques,
    }));
  const { limited, until } = statistics;
  const date = (at: Date) => sqlDate(toLocal(at, range.zone));
  return {
    from: date(range.from),
    to: date(range.to),
    step: range.step,
    data: {
      clicks: statistics.clicks,
      uniqueClicks: statistics.uniques,
      bots: statistics.bots,
      conversions: funnel,
      limited:
        limited || until || linksCounted !== undefined
          ? {
              clicks: limited?.clicks ?? null,
              since: limited ? date(limited.since) : null,
              until: until ? date(until) : null,
              links: linksCounted ?? null,
            }
          : null,
      series: statistics.series.map(({ at, clicks, uniques }) => ({
        date: date(at),
        clicks,
        uniqueClicks: uniques,
      })),
      countries: values('country'),
      regions: values('region'),
      cities: values('city'),
      referrers: values('referrer'),
      devices: values('device'),
      browsers: values('browser'),
      os: values('system'),
      languages: values('language'),
      ...(further.includes('variant') && { variants: values('variant') }),
      ...(further.includes('link') && { links: values('link') }),
      ...(further.includes('purpose') && { purposes: values('purpose') }),
    },
  };
}

const maxPoints = 2000;
const lengths = { hour: hours(1), day: days(1), month: days(28) } as const;

/** Parses the range of an API request. It starts at the beginning of a step, and may end within one. */
function parseRequestedRange(
  now: Date,
  {
    from,
    to,
    step = 'day',
    timezone,
  }: Pick<Static<typeof LinkStatisticsQuery>, 'from' | 'to' | 'step' | 'timezone'>,
): StatisticsRange & { zone: string } {
  const zone = parseZone(timezone);
  const end = to === undefined ? now : fromLocal(parseRangeMoment('to', to), zone);
  const begin =
    from === undefined ? new Date(end.getTime() - days(7)) : fromLocal(parseRangeMoment('from', from), zone);
  if (end <= begin) throw invalid('to', msg('“to” must be after “from”'));
  if ((end.getTime() - begin.getTime()) / lengths[step] > maxPoints)
    throw invalid(
      'step',
      msg('This would be more than {maxPoints} points. Use a longer step or a shorter period.', {
        maxPoints,
      }),
    );
  return { from: startOfStep(begin, step, zone), to: end, step, zone };
}

const tag = 'Statistics';
const filtering =
  'Filters are combined: a click must match all of them. Filters by country, device and other properties of visitors scan the newest clicks of the range, or all of them on servers with ClickHouse. `limited` is set if not all clicks were scanned.';

export const statisticsRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/url/:id/statistics',
    summary: 'Retrieve the statistics of a link, bio page or QR code',
    description: `Extension. ${filtering}`,
    tag,
    access: 'member',
    params: IdParams,
    query: LinkStatisticsQuery,
    returns: Answer(statisticsFields),
    handle: async ({ app, viewer, params, query }) => {
      const { id } = await getSubject(app, viewer, String(params.id));
      const range = parseRequestedRange(app.clock.now(), query);
      const narrowed = filterLink(app, ofLink(id), query);
      const { statistics } = await getFilteredStatistics(app, narrowed, range);
      const funnel = await findFunnel(app, { accountId: viewer.id, linkId: id }, narrowed, range);
      return toStatistics(range, narrowed, { ...statistics, funnel }, new Map(), ['variant']);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/statistics',
    summary: 'Retrieve the statistics of all your links, bio pages and QR codes',
    description: `Extension. Covers links, bio pages and QR codes. ${filtering}`,
    tag,
    access: 'member',
    query: AccountStatisticsQuery,
    returns: Answer(statisticsFields),
    handle: async ({ app, viewer, query }) => {
      const range = parseRequestedRange(app.clock.now(), query);
      const narrowed = await filterAccount(app, viewer.id, ofAccount(viewer.id), range, query);
      const { statistics } = await getFilteredStatistics(app, narrowed, range);
      const ids = statistics.links.map(({ value }) => value);
      const subjects = await nameSubjects(app, viewer.id, ids);
      const names = new Map(
        [...subjects].map(([id, subject]) => [id, nameOfSubject(app.config.hopUrl, subject)]),
      );
      const funnel = await findFunnel(app, { accountId: viewer.id }, narrowed, range);
      return toStatistics(range, narrowed, { ...statistics, funnel }, names, ['link', 'purpose']);
    },
  }),
];

export const statisticsJobs = [
  job('links.fold-present', Type.Object({}), foldCurrentPeriod, { cron: '*/5 * * * *' }),
  jobOf(eraseClicksJob, eraseClicks),
];
