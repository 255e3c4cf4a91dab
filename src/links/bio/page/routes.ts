import { Type } from 'typebox';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { Listing, listing, Paging, perPageOf } from '../../../platform/http/families/links.ts';
import { listBios } from './list-bios.ts';
import { BioRecord, toBioRecord } from './wire.ts';

export const bioRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/bio',
    summary: 'List your bio pages, newest first',
    description:
      'An addition to the specification. Their ids are those that channels take with the type `bio`.',
    tag: 'Bio pages',
    access: 'member',
    query: Type.Object(Paging),
    returns: Listing('bios', BioRecord),
    handle: async ({ app, viewer, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { bios, total } = await listBios(app, viewer, { page, perPage });
      const records = bios.map((bio) => toBioRecord(app.config, bio));
      return listing('bios', records, { page, perPage, total });
    },
  }),
];
