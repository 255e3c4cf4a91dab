import { type Static, Type } from 'typebox';
import { listRoute } from '../owned/api.ts';
import type { Listed } from '../owned/owned.ts';
import { ownedTags, type Tag } from './tags.ts';

const TagRecord = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    color: Type.String({ description: '#RRGGBB' }),
    links: Type.Integer({ description: 'Number of links with the tag' }),
  },
  { title: 'Tag' },
);

const toTagRecord = ({ id, name, color, uses }: Listed<Tag>): Static<typeof TagRecord> => ({
  id: Number(id),
  name,
  color,
  links: uses,
});

export const tagRoutes = [
  listRoute({
    path: '/api/tags',
    summary: 'List tags by name',
    description: 'Extension. Tags are created by using them on a link.',
    tag: 'Tags',
    key: 'tags',
    record: TagRecord,
    searches: true,
    list: ownedTags.list,
    toRecord: toTagRecord,
  }),
];
