import { listRoute } from '../../owned/api.ts';
import { listBios } from './list-bios.ts';
import { BioRecord, toBioRecord } from './wire.ts';

export const bioRoutes = [
  listRoute({
    path: '/api/bio',
    summary: 'List your bio pages',
    description: 'Extension. Newest first. Channels take these ids with the type `bio`.',
    tag: 'Bio pages',
    key: 'bios',
    record: BioRecord,
    list: listBios,
    toRecord: (bio, { app }) => toBioRecord(app.config, bio),
  }),
];
