import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { Answer } from '../../platform/http/families/links.ts';
import {
  addKindRoute,
  deleteRoute,
  listRoute,
  Message,
  readKindRoute,
  updateKindRoute,
} from '../owned/api.ts';
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
  readKindRoute({
    path: '/api/pixel/:id',
    summary: 'Retrieve a pixel',
    description: 'The provider and the tag of a pixel.',
    tag,
    kind: ownedPixels,
    fields: pixelFields,
    toRecord: toPixelRecord,
  }),
  addKindRoute({
    kind: ownedPixels,
    path: '/api/pixel/add',
    summary: 'Create a pixel',
    description: 'Links name it in `pixels`.',
    tag,
    title: 'PixelBody',
    example: { type: 'gtmpixel', name: 'My GTM', tag: 'GTM-ABCDE' },
    returns: Answer({ id: Type.Integer() }),
    toAnswer: ({ id }) => ({ id: Number(id) }),
  }),
  updateKindRoute({
    kind: ownedPixels,
    path: '/api/pixel/:id/update',
    summary: 'Update a pixel',
    description: 'The provider cannot change. An omitted name does not change.',
    tag,
    example: { name: 'GTM of the shop', tag: 'GTM-FGHIJ' },
    returns: Message,
    toAnswer: () => ({ message: 'Pixel updated' }),
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
