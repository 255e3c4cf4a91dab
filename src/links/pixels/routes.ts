import { Type } from 'typebox';
import { Answer } from '../../platform/http/families/links.ts';
import { addRoute, deleteRoute, listRoute, Message, readRoute, updateRoute } from '../owned/api.ts';
import { deletionOf } from '../owned/deletion-pages.ts';
import { getOwned } from '../owned/owned.ts';
import { singleRecord, SingleRecord } from '../single-record.ts';
import { addPixel } from './add-pixel.ts';
import { listPixels } from './list-pixels.ts';
import { ownedPixels } from './queries.ts';
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

export const pixelRoutes = [
  listRoute({
    path: '/api/pixels',
    summary: 'List pixels',
    tag,
    key: 'pixels',
    record: PixelRecord,
    list: listPixels,
    toRecord: toPixelRecord,
  }),
  readRoute({
    path: '/api/pixel/:id',
    summary: 'Retrieve a pixel',
    tag,
    returns: SingleRecord(pixelFields),
    handle: async ({ app, viewer, params }) =>
      singleRecord(toPixelRecord(await getOwned(app, viewer, ownedPixels, String(params.id)))),
  }),
  addRoute({
    path: '/api/pixel/add',
    summary: 'Create a pixel',
    tag,
    body: PixelBody,
    example: { type: 'gtmpixel', name: 'My GTM', tag: 'GTM-ABCDE' },
    returns: Answer({ id: Type.Integer() }),
    handle: async ({ app, viewer, body }) => ({
      id: Number((await addPixel(app, viewer, toPixelInput(body))).id),
    }),
  }),
  updateRoute({
    path: '/api/pixel/:id/update',
    summary: 'Update a pixel',
    description: 'The provider cannot change. An omitted name does not change.',
    tag,
    body: PixelChange,
    example: { name: 'GTM of the shop', tag: 'GTM-FGHIJ' },
    returns: Message,
    handle: async ({ app, viewer, params, body }) => {
      await updatePixel(app, viewer, String(params.id), toPixelChange(body));
      return { message: 'Pixel updated' };
    },
  }),
  deleteRoute({
    path: '/api/pixel/:id/delete',
    summary: 'Delete a pixel',
    tag,
    remove: deletionOf(ownedPixels).remove,
    message: 'Pixel deleted',
  }),
];
