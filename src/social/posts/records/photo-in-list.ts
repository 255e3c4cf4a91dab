import { Type } from 'typebox';
import type { Static } from 'typebox';

/** A picture of somebody’s posts. */
export const PhotoInList = Type.Object({
  id: Type.String(),
  photo_id: Type.String({ description: 'The same as `id`' }),
  post_id: Type.String(),
  source: Type.String({ description: 'Absolute address of the picture' }),
  thumbnail: Type.String({ description: 'Absolute address of the small picture' }),
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
  url: Type.String({ description: 'The page of its post' }),
});
export type PhotoInList = Static<typeof PhotoInList>;
