import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import type { Config } from '../../platform/settings/config.ts';
import { listRoute } from '../owned/api.ts';
import { shortAddress } from '../link/link.ts';
import { listBios, type ListedBio } from './bio.ts';

const BioRecord = Type.Object(
  {
    id: Type.Integer(),
    alias: Type.String(),
    title: Type.String(),
    link: Type.String({ description: 'The address of the bio page' }),
    visits: Type.Integer(),
    published: Type.Boolean(),
    date: Type.String({ description: 'YYYY-MM-DD HH:MM:SS' }),
  },
  { title: 'Bio' },
);

const toBioRecord = (config: Config, bio: ListedBio): Static<typeof BioRecord> => ({
  id: Number(bio.id),
  alias: bio.alias,
  title: bio.title,
  link: shortAddress(config, bio),
  visits: bio.visits,
  published: !bio.isDisabled,
  date: sqlDate(bio.createdAt),
});

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
