import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import type { Pixel } from './pixel.ts';
import { providerKeys } from './providers.ts';

const tag = Type.String({ description: 'The id that the provider gave out' });

export const PixelBody = Type.Object({
  type: Type.Enum(providerKeys, { description: 'The provider' }),
  name: Type.String({ description: 'What you call it' }),
  tag,
});

export const PixelChange = Type.Object({
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  tag,
});

export const PixelRecord = Type.Object({
  id: Type.Integer(),
  type: Type.Enum(providerKeys),
  name: Type.String(),
  tag: Type.String(),
  date: Type.String(),
});

export const toPixelRecord = (pixel: Pixel): Static<typeof PixelRecord> => ({
  id: Number(pixel.id),
  type: pixel.provider,
  name: pixel.name,
  tag: pixel.tag,
  date: sqlDate(pixel.createdAt),
});
