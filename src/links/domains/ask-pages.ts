import { comparableHost } from '../../kernel/comparable.ts';
import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { page } from '../../platform/http/endpoint.ts';
import { selectDomains } from './queries.ts';

/** How long a domain that no longer points here still gets certificates. */
const gracePeriod = days(7);

/**
 * Endpoint for proxies with on-demand TLS (Caddy's `ask`): 200 if a host name may get a certificate,
 * otherwise 404.
 */
export const askPages = [
  page({
    method: 'GET',
    path: '/domains/ask',
    access: 'anyone',
    query: Type.Object({ domain: Type.String({ maxLength: 300 }) }),
    handle: async ({ app, query }) => {
      const host = comparableHost(query.domain);
      const { hopUrl, plazaUrl } = app.config;
      const isOwn = [hopUrl, plazaUrl].some((own) => new URL(own).hostname === host);
      const since = new Date(app.clock.now().getTime() - gracePeriod);
      const found =
        isOwn ||
        (await selectDomains(app)
          .where('host', '=', host)
          .where('verified_at', '>', since)
          .executeTakeFirst());
      if (!found) throw missing(t('Domain'));
      return { type: 'text/plain; charset=utf-8', body: 'yes\n' };
    },
  }),
];
