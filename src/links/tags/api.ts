import { type Static, Type } from 'typebox';
import { Answer } from '../../platform/http/families/links.ts';
import { addKindRoute, deleteRoute, listRoute, updateKindRoute } from '../owned/api.ts';
import type { Listed } from '../owned/owned.ts';
import { ownedTags, type Tag } from './tags.ts';

const tagFields = {
  id: Type.Integer(),
  name: Type.String(),
  color: Type.String({ description: '#RRGGBB' }),
};
const TagRecord = Type.Object(
  {
    ...tagFields,
    links: Type.Integer({ description: 'Number of links with the tag' }),
  },
  { title: 'Tag' },
);

const toTag = ({ id, name, color }: Tag) => ({ id: Number(id), name, color });

const toTagRecord = ({ uses, ...tag }: Listed<Tag>): Static<typeof TagRecord> => ({
  ...toTag(tag),
  links: uses,
});

const tag = 'Tags';

export const tagRoutes = [
  listRoute({
    path: '/api/tags',
    summary: 'List tags by name',
    description: 'Extension. Tags are also created by using them on a link.',
    tag,
    key: 'tags',
    record: TagRecord,
    searches: true,
    list: ownedTags.list,
    toRecord: toTagRecord,
  }),
  addKindRoute({
    kind: ownedTags,
    path: '/api/tag/add',
    summary: 'Create a tag',
    description: 'Extension.',
    tag,
    title: 'NewTag',
    example: { name: 'print', color: '#0a7d55' },
    returns: Answer(tagFields),
    toAnswer: toTag,
  }),
  updateKindRoute({
    kind: ownedTags,
    path: '/api/tag/:id/update',
    summary: 'Update a tag',
    description: 'Extension. Omitted and blank fields do not change. Links with the tag show its new name.',
    tag,
    title: 'TagChange',
    example: { name: 'posters' },
    returns: Answer(tagFields),
    toAnswer: toTag,
  }),
  deleteRoute({
    path: '/api/tag/:id/delete',
    summary: 'Delete a tag and keep its links',
    description: 'Extension.',
    tag,
    remove: ownedTags.remove,
    message: 'Tag deleted, and its links are untagged',
  }),
];
