import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { ofAccount, ofLink } from '../clicks/roll-ups.ts';
import { filterAccount, filterLink } from './filters/filters.ts';
import { Id } from '../owned/api.ts';
import { parseRequestedRange } from './parse-requested-range.ts';
import { getFilteredStatistics } from './filters/get-filtered-statistics.ts';
import { nameSubjects, getSubject } from './subject.ts';
import { nameOfSubject } from './views/subject-entry.ts';
import { AccountStatisticsQuery, LinkStatisticsQuery, statisticsFields, toStatistics } from './wire.ts';

const tag = 'Statistics';
const filtering =
  'Filters are combined: a click must match all of them. Filters by country, device and other properties of visitors scan the newest clicks of the range. `limited` is set if not all clicks were scanned.';

export const statisticsRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/url/:id/statistics',
    summary: 'Retrieve the statistics of a link, bio page or QR code',
    description: `Extension. ${filtering}`,
    tag,
    access: 'member',
    params: Id,
    query: LinkStatisticsQuery,
    returns: Answer(statisticsFields),
    handle: async ({ app, viewer, params, query }) => {
      const { id } = await getSubject(app, viewer, String(params.id));
      const range = parseRequestedRange(app.clock.now(), query);
      const narrowed = filterLink(ofLink(id), query);
      const { statistics } = await getFilteredStatistics(app, narrowed, range);
      return toStatistics(range, narrowed, statistics, new Map(), ['variant']);
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
      return toStatistics(range, narrowed, statistics, names, ['link', 'purpose']);
    },
  }),
];
