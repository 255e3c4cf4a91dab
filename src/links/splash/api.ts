import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { listRoute } from '../owned/api.ts';
import { ownedSplashPages, type SplashPage } from './splash-pages.ts';

const SplashRecord = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    date: Type.String({ description: 'YYYY-MM-DD HH:MM:SS' }),
  },
  { title: 'Splash' },
);

const toSplashRecord = ({ id, name, createdAt }: SplashPage): Static<typeof SplashRecord> => ({
  id: Number(id),
  name,
  date: sqlDate(createdAt),
});

export const splashRoutes = [
  listRoute({
    path: '/api/splash',
    summary: 'List splash pages',
    description: 'Newest first. To show a splash page, set the `type` of a link to its id.',
    tag: 'Splash pages',
    key: 'splash',
    record: SplashRecord,
    list: ownedSplashPages.list,
    toRecord: toSplashRecord,
  }),
];
