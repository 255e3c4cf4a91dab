import { Type } from 'typebox';
import { plazaLanding } from '../../platform/html/landing/plaza.ts';
import { page } from '../../platform/http/endpoint.ts';
import { listNewPeople } from '../people/list-new-people.ts';
import { readDiscover } from './read-discover.ts';
import { peopleBeside, showFeed } from './show-feed.ts';
import { discoverView } from './views/feed-view.ts';

const Before = Type.Object({ before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })) });

export const feedPages = [
  page({
    method: 'GET',
    path: '/',
    access: 'anyone',
    query: Before,
    handle: ({ app, viewer, query }) =>
      viewer
        ? showFeed(app, viewer, query)
        : plazaLanding({
            registrationOpen: app.config.REGISTRATION === 'open',
            base: app.config.plazaUrl,
          }),
  }),
  page({
    method: 'GET',
    path: '/discover',
    access: 'anyone',
    query: Before,
    handle: async ({ app, viewer, query }) => {
      const [posts, people] = await Promise.all([
        readDiscover(app, viewer, query),
        viewer ? listNewPeople(app, viewer, 0, peopleBeside).then(({ people }) => people) : [],
      ]);
      return discoverView(posts, {
        people,
        viewer,
        base: app.config.plazaUrl,
        isFirst: query.before === undefined,
      });
    },
  }),
];
