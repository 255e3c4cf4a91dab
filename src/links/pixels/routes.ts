import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, Listing, listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { singleRecord, SingleRecord } from '../single-record.ts';
import { addPixel } from './add-pixel.ts';
import { deletePixel } from './delete-pixel.ts';
import { listPixels } from './list-pixels.ts';
import { readPixel } from './read-pixel.ts';
import { updatePixel } from './update-pixel.ts';
import {
  PixelBody,
  PixelChange,
  pixelFields,
  PixelRecord,
  toPixelChange,
  toPixelInput,
  toPixelRecord,
} from './wire.ts';

const tag = 'Pixels';
const Id = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const Said = Answer({ message: Type.String() });

export const pixelRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/pixels',
    summary: 'List your pixels',
    tag,
    access: 'member',
    query: Type.Object(Paging),
    returns: Listing('pixels', PixelRecord),
    handle: async ({ app, viewer, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { pixels, total } = await listPixels(app, viewer, { page, perPage });
      return listing('pixels', pixels.map(toPixelRecord), { page, perPage, total });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/pixel/:id',
    summary: 'Read a pixel',
    tag,
    access: 'member',
    params: Id,
    returns: SingleRecord(pixelFields),
    handle: async ({ app, viewer, params }) =>
      singleRecord(toPixelRecord(await readPixel(app, viewer, String(params.id)))),
  }),
  endpoint({
    method: 'POST',
    path: '/api/pixel/add',
    summary: 'Add a pixel',
    tag,
    access: 'member',
    body: PixelBody,
    example: { type: 'gtmpixel', name: 'My GTM', tag: 'GTM-ABCDE' },
    returns: Answer({ id: Type.Integer() }),
    handle: async ({ app, viewer, body }) => ({
      id: Number((await addPixel(app, viewer, toPixelInput(body))).id),
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/pixel/:id/update',
    summary: 'Change a pixel',
    description: 'The provider stays; without a name, the name stays as well.',
    tag,
    access: 'member',
    params: Id,
    body: PixelChange,
    example: { name: 'GTM of the shop', tag: 'GTM-FGHIJ' },
    returns: Said,
    handle: async ({ app, viewer, params, body }) => {
      await updatePixel(app, viewer, String(params.id), toPixelChange(body));
      return { message: 'The pixel is updated' };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/pixel/:id/delete',
    summary: 'Delete a pixel',
    tag,
    access: 'member',
    params: Id,
    returns: Said,
    handle: async ({ app, viewer, params }) => {
      await deletePixel(app, viewer, String(params.id));
      return { message: 'The pixel is deleted' };
    },
  }),
];
