import { t } from '../../../kernel/translation/translate.ts';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Type } from 'typebox';
import { projectFolder } from '../../../kernel/project-folder.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { addSubscription, endSubscriptions } from './subscriptions.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const source = join(projectFolder, 'browser/on-demand/push-worker.ts');
let worker: Promise<string> | undefined;

const longText = Type.String({ maxLength: 2000, default: '' });

export const pushPages = [
  // Served at the root, so that the scope of the service worker includes every page.
  anyone.get({
    path: '/push-worker.js',
    handle: async () => ({
      type: 'text/javascript; charset=utf-8',
      body: await (worker ??= readFile(source, 'utf8').then((text) => stripTypeScriptTypes(text))),
      headers: { 'cache-control': 'no-cache' },
    }),
  }),
  member.post({
    path: '/settings/notifications/push',
    body: Type.Object({ endpoint: longText, p256dh: longText, auth: longText }),
    handle: async ({ app, viewer, caller, body }) => {
      await addSubscription(app, viewer, caller.sessionId, body);
      return redirect('/settings/notifications', {
        kind: 'success',
        text: t('Browser notifications turned on'),
      });
    },
  }),
  member.post({
    path: '/settings/notifications/push/end',
    handle: async ({ app, viewer }) => {
      await endSubscriptions(app, viewer.id);
      return redirect('/settings/notifications', {
        kind: 'success',
        text: t('Browser notifications turned off'),
      });
    },
  }),
];
