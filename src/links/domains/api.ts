import { type Static, Type } from 'typebox';
import { Answer } from '../../platform/http/families/links.ts';
import { addRoute, deleteRoute, listRoute, Message, readRoute, updateRoute } from '../owned/api.ts';
import { singleRecord, SingleRecord } from '../loose-values.ts';
import { type Domain, domainAddress, getDomain, listDomains } from './domain.ts';
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

const tag = 'Domains';

export const domainRoutes = [
  listRoute({
    path: '/api/domains',
    summary: 'List domains',
    tag,
    key: 'domains',
    record: DomainRecord,
    list: listDomains,
    toRecord: toDomainRecord,
  }),
  readRoute({
    path: '/api/domain/:id',
    summary: 'Retrieve a domain',
    tag,
    returns: SingleRecord(domainFields),
    handle: async ({ app, viewer, params }) =>
      singleRecord(toDomainRecord(await getDomain(app, viewer, String(params.id)))),
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
