import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { singleRecord, SingleRecord } from '../loose-values.ts';
import { addRoute, deleteRoute, listRoute, Message, readRoute, updateRoute } from '../owned/api.ts';
import { BodyOf, fromBody } from '../owned/fields.ts';
import { getOwned } from '../owned/owned.ts';
import { ownedPixels, type Pixel } from './pixels.ts';
import { providerKeys } from './providers.ts';

const pixelFields = {
  id: Type.Integer(),
  type: Type.Enum(providerKeys),
  name: Type.String(),
  tag: Type.String(),
  date: Type.String(),
};
const PixelRecord = Type.Object(pixelFields, { title: 'Pixel' });

const toPixelRecord = (pixel: Pixel): Static<typeof PixelRecord> => ({
  id: Number(pixel.id),
  type: pixel.provider,
  name: pixel.name,
  tag: pixel.tag,
  date: sqlDate(pixel.createdAt),
});

const tag = 'Pixels';

export const pixelRoutes = [
  listRoute({
    path: '/api/pixels',
    summary: 'List pixels',
    description: 'Newest first.',
    tag,
    key: 'pixels',
    record: PixelRecord,
    searches: true,
    list: ownedPixels.list,
    toRecord: toPixelRecord,
  }),
  readRoute({
    path: '/api/pixel/:id',
    summary: 'Retrieve a pixel',
    description: 'The provider and the tag of a pixel.',
    tag,
    returns: SingleRecord(pixelFields),
    handle: async ({ app, viewer, params }) =>
      singleRecord(toPixelRecord(await getOwned(app, viewer, ownedPixels, String(params.id)))),
  }),
  addRoute({
    path: '/api/pixel/add',
    verb: ownedPixels.add,
    summary: 'Create a pixel',
    description: 'Links name it in `pixels`.',
    tag,
    body: BodyOf(ownedPixels.fields, 'new', 'PixelBody'),
    example: { type: 'gtmpixel', name: 'My GTM', tag: 'GTM-ABCDE' },
    returns: Answer({ id: Type.Integer() }),
    handle: async ({ app, viewer, body }) => ({
      id: Number((await ownedPixels.add(app, viewer, fromBody(ownedPixels.fields, body))).id),
    }),
  }),
  updateRoute({
    path: '/api/pixel/:id/update',
    verb: ownedPixels.update,
    summary: 'Update a pixel',
    description: 'The provider cannot change. An omitted name does not change.',
    tag,
    body: BodyOf(ownedPixels.fields, 'change'),
    example: { name: 'GTM of the shop', tag: 'GTM-FGHIJ' },
    returns: Message,
    handle: async ({ app, viewer, params, body }) => {
      await ownedPixels.update(app, viewer, String(params.id), fromBody(ownedPixels.fields, body));
      return { message: 'Pixel updated' };
    },
  }),
  deleteRoute({
    path: '/api/pixel/:id/delete',
    summary: 'Delete a pixel',
    description: 'Links that used it stay.',
    tag,
    remove: ownedPixels.remove,
    message: 'Pixel deleted',
  }),
];
