import { Type } from 'typebox';
import { comparableHost } from '../../kernel/comparable.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { IdParams } from '../owned/api.ts';
import { typedAddresses } from '../loose-values.ts';
import { getDomain, listDomains, parseDomainName, selectDomains } from './domain.ts';
import { addDomain, deleteDomain, restoreDomain, updateDomain } from './domains.ts';
import { neededRecords, recheckDomain } from './records.ts';
import { domainsView, domainView } from './views.ts';

const path = '/dashboard/domains';
const perPage = 25;
const field = Type.Optional(Type.String());
const Redirects = { redirectroot: field, redirect404: field };
const redirectFields = ['redirectroot', 'redirect404'] as const;
/** The owner's domains, with the DNS records to set for each. */
export const domainPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      /** The domain just deleted. */
      deleted: Type.Optional(IdParams.properties.id),
    }),
    handle: ({ app, viewer, query }) => showList(app, viewer, query),
  }),
  page({
    method: 'POST',
    path,
    verb: addDomain,
    access: 'member',
    body: Type.Object({ domain: Type.String(), ...Redirects }),
    handle: async ({ app, viewer, body }) => {
      const id = await addDomain(app, viewer, typedAddresses(body, ...redirectFields));
      return redirect(`${path}/${id}`, { kind: 'success', text: t('Domain verified.') });
    },
    again: ({ app, viewer, body }, problem) => showList(app, viewer, {}, refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: `${path}/:id`,
    access: 'member',
    params: IdParams,
    handle: ({ app, viewer, params }) => showDomain(app, viewer, String(params.id)),
  }),
  page({
    method: 'POST',
    path: `${path}/:id`,
    verb: updateDomain,
    access: 'member',
    params: IdParams,
    body: Type.Object(Redirects),
    handle: async ({ app, viewer, params, body }) => {
      await updateDomain(app, viewer, String(params.id), typedAddresses(body, ...redirectFields));
      return redirect(`${path}/${params.id}`, { kind: 'success', text: t('Saved.') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showDomain(app, viewer, String(params.id), refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/check`,
    verb: recheckDomain,
    access: 'member',
    params: IdParams,
    handle: ({ app, viewer, params }) =>
      withErrorToast(`${path}/${params.id}`, async () => {
        await recheckDomain(app, viewer, String(params.id));
        return redirect(`${path}/${params.id}`, { kind: 'success', text: t('Domain verified.') });
      }),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    verb: deleteDomain,
    access: 'member',
    params: IdParams,
    handle: ({ app, viewer, params }) =>
      withErrorToast(`${path}/${params.id}`, async () => {
        await deleteDomain(app, viewer, String(params.id));
        return redirect(`${path}?deleted=${params.id}`);
      }),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/restore`,
    verb: restoreDomain,
    access: 'member',
    params: IdParams,
    handle: ({ app, viewer, params }) =>
      withErrorToast(path, async () => {
        const host = await restoreDomain(app, viewer, String(params.id));
        return redirect(path, { kind: 'success', text: t('{host} was restored.', { host }) });
      }),
  }),
];

/** Runs `work` and shows errors on the domain's page. */
async function withErrorToast<T>(to: string, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'missing') throw error;
    return redirect(to, { kind: 'error', text: t(error.text) });
  }
}

async function showList(
  app: App,
  viewer: Viewer,
  { page = 1, deleted }: { page?: number; deleted?: number },
  state: FormState = {},
): Promise<View> {
  const { rows: domains, total } = await listDomains(app, viewer, { page, perPage });
  const host = hostIn(app, state.values?.domain);
  const records = await neededRecords(app, viewer, host ?? 'links.example.com');
  const pages = Math.ceil(total / perPage);
  return domainsView({
    domains,
    page,
    pages,
    now: app.clock.now(),
    state,
    host,
    records,
    deletedId: deleted,
  });
}

async function showDomain(app: App, viewer: Viewer, id: string, state?: FormState): Promise<View> {
  const domain = await getDomain(app, viewer, id);
  const records = await neededRecords(app, viewer, domain.host);
  const values = { redirectroot: domain.rootRedirect ?? '', redirect404: domain.missingRedirect ?? '' };
  return domainView({ domain, records, now: app.clock.now(), state: state ?? { values } });
}

/** Returns the host entered in the form if it is valid. */
function hostIn({ config }: App, typed: string | undefined): string | undefined {
  try {
    return parseDomainName(typed ?? '', config).host;
  } catch {
    return undefined;
  }
}

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
      if (!found) throw missing(msg('Domain'));
      return { type: 'text/plain; charset=utf-8', body: 'yes\n' };
    },
  }),
];
