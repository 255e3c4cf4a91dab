import { hopLanding } from '../landing/hop-landing.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { builderPages } from './builder-pages.ts';
import { bulkPages } from './bulk-pages.ts';
import { linkPages } from './link-pages.ts';
import { listPages } from './list-pages.ts';
import { tryPages } from './try-pages.ts';

/** The owner's pages, and the front door for everybody else. */
export const dashboardPages = [
  page({
    method: 'GET',
    path: '/',
    access: 'anyone',
    handle: ({ app: { config }, viewer }) =>
      viewer
        ? redirect('/dashboard')
        : hopLanding({ base: config.hopUrl, registrationOpen: config.REGISTRATION === 'open' }),
  }),
  ...listPages,
  ...bulkPages,
  ...builderPages,
  ...tryPages,
  ...linkPages,
  page({
    method: 'GET',
    path: '/dashboard/settings',
    access: 'member',
    handle: () => redirect('/settings/credentials'),
  }),
];
