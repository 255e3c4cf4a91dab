import { listRoute } from '../owned/api.ts';
import { listSplashPages } from './list-splash-pages.ts';
import { SplashRecord, toSplashRecord } from './wire.ts';

export const splashRoutes = [
  listRoute({
    path: '/api/splash',
    summary: 'List splash pages',
    description: 'Newest first. To show a splash page, set the `type` of a link to its id.',
    tag: 'Splash pages',
    key: 'splash',
    record: SplashRecord,
    list: listSplashPages,
    toRecord: toSplashRecord,
  }),
];
