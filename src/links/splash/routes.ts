import { listRoute } from '../owned/api.ts';
import { listSplashPages } from './list-splash-pages.ts';
import { SplashRecord, toSplashRecord } from './wire.ts';

export const splashRoutes = [
  listRoute({
    path: '/api/splash',
    summary: 'List your splash pages',
    description: 'The newest first. The id of one is the `type` of a link that leads over it.',
    tag: 'Splash pages',
    key: 'splash',
    record: SplashRecord,
    list: listSplashPages,
    toRecord: toSplashRecord,
  }),
];
