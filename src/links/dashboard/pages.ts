import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { hopLandingText } from '../landing.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { showLanding, startPages } from './start-pages.ts';
import { builderPages } from './builder-pages.ts';
import { bulkPages } from './bulk-pages.ts';
import { linkPages } from './link-pages.ts';
import { listPages } from './list-pages.ts';
import { tryPages } from './try-pages.ts';

/** The dashboard, and the landing page for visitors who are not signed in. */
export const dashboardPages = [
  page({
    method: 'GET',
    path: '/',
    access: 'anyone',
    handle: ({ app: { config }, viewer, client }) => {
      if (viewer) return redirect('/dashboard');
      const base = config.hopUrl;
      client.setHeader('vary', 'Accept');
      client.setHeader(
        'link',
        `<${base}/openapi.json>; rel="service-desc", <${base}/llms.txt>; rel="describedby"`,
      );
      if (prefersMarkdown(client.accept))
        return { type: 'text/markdown; charset=utf-8', body: hopLandingText(base) };
      return showLanding(config);
    },
  }),
  ...startPages,
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
