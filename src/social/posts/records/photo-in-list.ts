import { Type } from 'typebox';
import type { Static } from 'typebox';

/** A photo of a person’s posts. */
export const PhotoInList = Type.Object({
  id: Type.String(),
  photo_id: Type.String({ description: 'The same as `id`' }),
  post_id: Type.String(),
  source: Type.String({ description: 'Absolute URL of the picture' }),
  thumbnail: Type.String({ description: 'Absolute URL of the small picture' }),
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
  url: Type.String({ description: 'URL of its post' }),
});
export type PhotoInList = Static<typeof PhotoInList>;
