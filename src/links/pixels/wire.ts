import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { looseText, NumberOrText, textOf } from '../loose-values.ts';
import type { Pixel } from './pixel.ts';
import { providerKeys } from './providers.ts';

const tag = NumberOrText('ID issued by the provider');

export const PixelBody = Type.Object(
  {
    type: Type.Enum(providerKeys, { description: 'The provider' }),
    name: NumberOrText('Your name for the pixel'),
    tag,
  },
  { title: 'PixelBody' },
);

export const PixelChange = Type.Object({
  name: looseText('Blank: unchanged'),
  tag,
});

export const toPixelInput = ({ type, name, tag }: Static<typeof PixelBody>) => ({
  type,
  name: String(name),
  tag: String(tag),
});

export const toPixelChange = ({ name, tag }: Static<typeof PixelChange>) => ({
  name: textOf(name),
  tag: String(tag),
});

export const pixelFields = {
  id: Type.Integer(),
  type: Type.Enum(providerKeys),
  name: Type.String(),
  tag: Type.String(),
  date: Type.String(),
};
export const PixelRecord = Type.Object(pixelFields, { title: 'Pixel' });

export const toPixelRecord = (pixel: Pixel): Static<typeof PixelRecord> => ({
  id: Number(pixel.id),
  type: pixel.provider,
  name: pixel.name,
  tag: pixel.tag,
  date: sqlDate(pixel.createdAt),
});
