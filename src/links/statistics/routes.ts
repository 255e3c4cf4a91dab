import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { readStatistics } from '../clicks/read-statistics.ts';
import { ofAccount } from '../clicks/roll-ups.ts';
import { Id } from './page-shapes.ts';
import { readAskedRange } from './read-asked-range.ts';
import { nameSubjects, readSubject } from './subject.ts';
import { nameOfSubject } from './views/subject-entry.ts';
import { statisticsFields, StatisticsQuery, toStatistics } from './wire.ts';

const tag = 'Statistics';

export const statisticsRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/url/:id/statistics',
    summary: 'Read what happened with a link, a bio page or a QR code in a time',
    description: 'An addition to the API that other services of this family have.',
    tag,
    access: 'member',
    params: Id,
    query: StatisticsQuery,
    returns: Answer(statisticsFields),
    handle: async ({ app, viewer, params, query }) => {
      const { id } = await readSubject(app, viewer, String(params.id));
      const range = readAskedRange(app.clock.now(), query);
      return toStatistics(range, await readStatistics(app, id, range), new Map(), ['variant']);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/statistics',
    summary: 'Read what happened with all that you have in a time',
    description:
      'An addition to the API that other services of this family have. Links, bio pages and QR codes together.',
    tag,
    access: 'member',
    query: StatisticsQuery,
    returns: Answer(statisticsFields),
    handle: async ({ app, viewer, query }) => {
      const range = readAskedRange(app.clock.now(), query);
      const statistics = await readStatistics(app, ofAccount(viewer.id), range);
      const ids = statistics.links.map(({ value }) => value);
      const subjects = await nameSubjects(app, viewer.id, ids);
      const names = new Map(
        [...subjects].map(([id, subject]) => [id, nameOfSubject(app.config.hopUrl, subject)]),
      );
      return toStatistics(range, statistics, names, ['link', 'purpose']);
    },
  }),
];
