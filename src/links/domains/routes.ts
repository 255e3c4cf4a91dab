import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, Listing, listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { singleRecord, SingleRecord } from '../single-record.ts';
import { addDomain, checkDomain, type CheckedDomain } from './add-domain.ts';
import { deleteDomain } from './delete-domain.ts';
import { listDomains } from './list-domains.ts';
import { readDomain } from './read-domain.ts';
import { updateDomain } from './update-domain.ts';
import { DomainBody, DomainChange, domainFields, DomainRecord, toDomainRecord } from './wire.ts';

const tag = 'Domains';
const Id = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const Said = Answer({ message: Type.String() });

export const domainRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/domains',
    summary: 'List your domains',
    tag,
    access: 'member',
    query: Type.Object(Paging),
    returns: Listing('domains', DomainRecord),
    handle: async ({ app, viewer, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { domains, total } = await listDomains(app, viewer, { page, perPage });
      return listing('domains', domains.map(toDomainRecord), { page, perPage, total });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/domain/:id',
    summary: 'Read a domain',
    tag,
    access: 'member',
    params: Id,
    returns: SingleRecord(domainFields),
    handle: async ({ app, viewer, params }) =>
      singleRecord(toDomainRecord(await readDomain(app, viewer, String(params.id)))),
  }),
  endpoint({
    method: 'POST',
    path: '/api/domain/add',
    summary: 'Add a domain that points here',
    description: 'It must point here already; the refusal says which DNS record is missing.',
    tag,
    access: 'member',
    // Each asks the DNS.
    limit: { by: ['account'], calls: 60, within: minutes(10) },
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
  endpoint({
    method: 'PUT',
    path: '/api/domain/:id/update',
    summary: 'Change where a domain sends visitors without a link',
    description: 'What is left out stays as it is; blank takes it away.',
    tag,
    access: 'member',
    params: Id,
    body: DomainChange,
    example: { redirect404: 'https://example.com/not-found' },
    returns: Said,
    handle: async ({ app, viewer, params, body }) => {
      await updateDomain(app, viewer, String(params.id), body);
      return { message: 'The domain is updated' };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/domain/:id/delete',
    summary: 'Delete a domain',
    description: 'Refused while links work under it.',
    tag,
    access: 'member',
    params: Id,
    returns: Said,
    handle: async ({ app, viewer, params }) => {
      await deleteDomain(app, viewer, String(params.id));
      return { message: 'The domain is deleted' };
    },
  }),
];
