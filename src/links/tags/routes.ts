import { listRoute } from '../owned/api.ts';
import { listTags } from './list-tags.ts';
import { TagRecord, toTagRecord } from './wire.ts';

export const tagRoutes = [
  listRoute({
    path: '/api/tags',
    summary: 'List tags by name',
    description: 'Extension. Tags are created by using them on a link.',
    tag: 'Tags',
    key: 'tags',
    record: TagRecord,
    list: listTags,
    toRecord: toTagRecord,
  }),
];
