import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { ListedTag } from './list-tags.ts';

export const TagRecord = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    color: Type.String({ description: '#RRGGBB' }),
    links: Type.Integer({ description: 'Number of links with the tag' }),
  },
  { title: 'Tag' },
);

export const toTagRecord = ({ id, name, color, links }: ListedTag): Static<typeof TagRecord> => ({
  id: Number(id),
  name,
  color,
  links,
});
