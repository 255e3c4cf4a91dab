import { Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import type { Page } from '../../../platform/http/endpoint.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { listLatestClicks, type LatestClick } from '../../clicks/statistics/list-latest-clicks.ts';
import { openLive, type Live } from './open-live.ts';
import { nameSubjects } from '../subject.ts';
import { newClicksStream, liveView, type LiveClicks } from '../views/live-view.ts';

/** The live view of clicks: its page and event stream. Must be closed when the server stops. */
export function livePages(app: App): { live: Live; pages: readonly Page[] } {
  const live = openLive(app, {
    write: async (clicks, accountId) => newClicksStream(await describe(app, accountId, clicks)).text,
  });
  const pages = [
    page({
      method: 'GET',
      path: '/dashboard/live',
      access: 'member',
      handle: async ({ app, viewer }) =>
        liveView(await describe(app, viewer.id, await listLatestClicks(app, viewer.id))),
    }),
    page({
      method: 'GET',
      path: '/dashboard/live/clicks',
      access: 'member',
      query: Type.Object({ after: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })) }),
      handle: ({ viewer, query, client }) =>
        client.accept.includes('text/event-stream')
          ? {
              type: 'text/event-stream; charset=utf-8',
              body: live.watch(viewer.id, query.after ?? '0'),
              headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
            }
          : redirect('/dashboard/live'),
    }),
  ];
  return { live, pages };
}

async function describe(app: App, accountId: string, clicks: readonly LatestClick[]): Promise<LiveClicks> {
  const ids = [...new Set(clicks.map(({ linkId }) => linkId))];
  return {
    hopUrl: app.config.hopUrl,
    now: app.clock.now(),
    clicks,
    subjects: await nameSubjects(app, accountId, ids),
  };
}
