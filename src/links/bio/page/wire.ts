import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../../kernel/time.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { shortAddress } from '../../record/link.ts';
import type { ListedBio } from './list-bios.ts';

export const BioRecord = Type.Object(
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

export const toBioRecord = (config: Config, bio: ListedBio): Static<typeof BioRecord> => ({
  id: Number(bio.id),
  alias: bio.alias,
  title: bio.title,
  link: shortAddress(config, bio),
  visits: bio.visits,
  published: !bio.isDisabled,
  date: sqlDate(bio.createdAt),
});
