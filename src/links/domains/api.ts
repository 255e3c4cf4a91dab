import { type Static, Type } from 'typebox';
import { Answer } from '../../platform/http/families/links.ts';
import { addRoute, deleteRoute, IdParams, listRoute, Message, readRoute, updateRoute } from '../owned/api.ts';
import { singleRecord, SingleRecord } from '../loose-values.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { sqlDate } from '../../kernel/time.ts';
import { domainAddress, getDomain, isMisconfigured, listDomains, parseDomainName } from './domain.ts';
import type { Domain } from './domain.ts';
import { neededRecords, recheckDomain } from './records.ts';
import { addDomain, checkDomain, type CheckedDomain, deleteDomain, updateDomain } from './domains.ts';

const address = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description }));

const redirects = {
  redirectroot: address('Redirect for the root of the domain. Blank: the “not found” page'),
  redirect404: address('Redirect for links that do not exist. Blank: the “not found” page'),
};

const DomainBody = Type.Object(
  {
    domain: Type.String({ description: 'The host name, with or without a scheme. Defaults to https' }),
    ...redirects,
  },
  { title: 'DomainBody' },
);

const DomainChange = Type.Object(redirects);

const domainFields = {
  id: Type.Integer(),
  domain: Type.String({ description: 'Scheme and host name' }),
  redirectroot: Type.String({ description: 'Empty if not set' }),
  redirect404: Type.String({ description: 'Empty if not set' }),
};
const DomainRecord = Type.Object(domainFields, { title: 'Domain' });

const toDomainRecord = (domain: Domain): Static<typeof DomainRecord> => ({
  id: Number(domain.id),
  domain: domainAddress(domain),
  redirectroot: domain.rootRedirect ?? '',
  redirect404: domain.missingRedirect ?? '',
});

const RecordSet = Type.Array(
  Type.Object({
    type: Type.Enum(['CNAME', 'A', 'AAAA', 'TXT']),
    name: Type.String({ description: 'The host name that it is for' }),
    value: Type.String(),
  }),
);

const Records = Type.Object({
  byname: RecordSet,
  byaddress: RecordSet,
  byproof: RecordSet,
});

const records = {
  ...Records,
  description:
    'DNS records to set at the registrar, one set of the three: byname and byaddress point here, byproof is for domains behind a proxy',
};

const state = {
  state: Type.Enum(['active', 'misconfigured'], {
    description: 'Whether it pointed here when it was last checked',
  }),
  verified: Type.String({ description: 'When it last pointed here. Blank: never' }),
  checked: Type.String({ description: 'When it was last checked' }),
};

const toState = (domain: Domain) => ({
  state: isMisconfigured(domain) ? ('misconfigured' as const) : ('active' as const),
  verified: domain.verifiedAt ? sqlDate(domain.verifiedAt) : '',
  checked: domain.checkedAt ? sqlDate(domain.checkedAt) : '',
});

async function toRecords(app: App, viewer: Viewer, host: string) {
  const { byName, byAddress, byProof } = await neededRecords(app, viewer, host);
  return { byname: byName, byaddress: byAddress, byproof: byProof };
}

const tag = 'Domains';

export const domainRoutes = [
  listRoute({
    path: '/api/domains',
    summary: 'List domains',
    description: 'Your branded domains, and where visitors go who follow no link.',
    tag,
    key: 'domains',
    record: DomainRecord,
    list: listDomains,
    toRecord: toDomainRecord,
  }),
  readRoute({
    path: '/api/domain/:id',
    summary: 'Retrieve a domain',
    description: 'The domain, and where visitors go who follow no link.',
    tag,
    returns: SingleRecord(domainFields),
    handle: async ({ app, viewer, params }) =>
      singleRecord(toDomainRecord(await getDomain(app, viewer, String(params.id)))),
  }),
  endpoint({
    method: 'GET',
    path: '/api/domains/dns',
    summary: 'List the DNS records that a new domain needs',
    description: 'Extension. Set one of the sets, then add the domain.',
    tag,
    access: 'member',
    query: Type.Object({
      domain: Type.String({ maxLength: 300, description: 'The host name, such as links.example.com' }),
    }),
    returns: Answer({ records }),
    handle: async ({ app, viewer, query }) => ({
      records: await toRecords(app, viewer, parseDomainName(query.domain, app.config).host),
    }),
  }),
  readRoute({
    path: '/api/domain/:id/dns',
    summary: 'Retrieve whether a domain points here, and its DNS records',
    description: 'Extension. All domains are checked daily, those that do not point here hourly.',
    tag,
    returns: Answer({ ...state, records }),
    handle: async ({ app, viewer, params }) => {
      const domain = await getDomain(app, viewer, String(params.id));
      return { ...toState(domain), records: await toRecords(app, viewer, domain.host) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/domain/:id/check',
    verb: recheckDomain,
    summary: 'Check whether a domain points here',
    description: 'Extension. The error names the missing DNS records.',
    tag,
    access: 'member',
    params: IdParams,
    returns: Answer(state),
    handle: async ({ app, viewer, params }) => {
      await recheckDomain(app, viewer, String(params.id));
      return toState(await getDomain(app, viewer, String(params.id)));
    },
  }),
  addRoute({
    path: '/api/domain/add',
    verb: addDomain,
    summary: 'Add a domain',
    description: 'The domain must already point here. The error names the missing DNS record.',
    tag,
    body: DomainBody,
    example: { domain: 'https://links.example.com', redirectroot: 'https://example.com' },
    status: 201,
    returns: Answer({ id: Type.Integer() }),
    prepare: async ({ app, viewer, body }) => ({ ...body, checked: await checkDomain(app, viewer, body) }),
    handle: async ({ app, viewer, body }) => {
      const { checked } = body as typeof body & { checked?: CheckedDomain };
      return { id: Number(await addDomain(app, viewer, body, checked)) };
    },
  }),
  updateRoute({
    path: '/api/domain/:id/update',
    verb: updateDomain,
    summary: 'Update the redirects of a domain',
    description: 'Omitted fields do not change. A blank value removes the redirect.',
    tag,
    body: DomainChange,
    example: { redirect404: 'https://example.com/not-found' },
    returns: Message,
    handle: async ({ app, viewer, params, body }) => {
      await updateDomain(app, viewer, String(params.id), body);
      return { message: 'Domain updated' };
    },
  }),
  deleteRoute({
    path: '/api/domain/:id/delete',
    summary: 'Delete a domain',
    description: 'Rejected while the domain has active links.',
    tag,
    remove: deleteDomain,
    message: 'Domain deleted',
  }),
];
