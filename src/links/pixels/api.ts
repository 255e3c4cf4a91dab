import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { looseText, NumberOrText, singleRecord, SingleRecord, textOf } from '../loose-values.ts';
import { addRoute, deleteRoute, listRoute, Message, readRoute, updateRoute } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import { deletionOf } from '../owned/pages.ts';
import { addPixel, listPixels, ownedPixels, type Pixel, updatePixel } from './pixels.ts';
import { providerKeys } from './providers.ts';

const Tag = NumberOrText('ID issued by the provider');

const PixelBody = Type.Object(
  {
    type: Type.Enum(providerKeys, { description: 'The provider' }),
    name: NumberOrText('Your name for the pixel'),
    tag: Tag,
  },
  { title: 'PixelBody' },
);

const PixelChange = Type.Object({
  name: looseText('Blank: unchanged'),
  tag: Tag,
});

const toPixelInput = ({ type, name, tag }: Static<typeof PixelBody>) => ({
  type,
  name: String(name),
  tag: String(tag),
});

const toPixelChange = ({ name, tag }: Static<typeof PixelChange>) => ({
  name: textOf(name),
  tag: String(tag),
});

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
    verb: addPixel,
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
    verb: updatePixel,
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
