import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import type { SplashPage } from './splash-page.ts';

export const SplashRecord = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    date: Type.String({ description: 'YYYY-MM-DD HH:MM:SS' }),
  },
  { title: 'Splash' },
);

export const toSplashRecord = ({ id, name, createdAt }: SplashPage): Static<typeof SplashRecord> => ({
  id: Number(id),
  name,
  date: sqlDate(createdAt),
});
