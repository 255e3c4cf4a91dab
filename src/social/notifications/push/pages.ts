import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Type } from 'typebox';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { addSubscription, endSubscriptions } from './subscriptions.ts';

const source = join(import.meta.dirname, '../../../../browser/on-demand/push-worker.ts');
let worker: Promise<string> | undefined;

const longText = Type.String({ maxLength: 2000, default: '' });

export const pushPages = [
  // At the top, so that it may stand behind every page.
  page({
    method: 'GET',
    path: '/push-worker.js',
    access: 'anyone',
    handle: async () => ({
      type: 'text/javascript; charset=utf-8',
      body: await (worker ??= readFile(source, 'utf8').then((text) => stripTypeScriptTypes(text))),
      headers: { 'cache-control': 'no-cache' },
    }),
  }),
  page({
    method: 'POST',
    path: '/settings/notifications/push',
    access: 'member',
    body: Type.Object({ endpoint: longText, p256dh: longText, auth: longText }),
    handle: async ({ app, viewer, caller, body }) => {
      await addSubscription(app, viewer, caller.sessionId, body);
      return redirect('/settings/notifications', { kind: 'success', text: 'This browser will tell you' });
    },
  }),
  page({
    method: 'POST',
    path: '/settings/notifications/push/end',
    access: 'member',
    handle: async ({ app, viewer }) => {
      await endSubscriptions(app, viewer.id);
      return redirect('/settings/notifications', { kind: 'success', text: 'No browser will tell you' });
    },
  }),
];
