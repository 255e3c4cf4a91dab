import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { projectFolder } from '../../kernel/project-folder.ts';
import { type Download, pagesFor } from '../../platform/http/endpoint.ts';
import { button, linkButton } from '../../web/components/controls.ts';
import { illustration } from '../../web/components/surfaces.ts';
import { html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';

const anyone = pagesFor('anyone');
const folder = join(projectFolder, 'browser/on-demand');
let worker: Promise<string> | undefined;

/** Removes the service worker and what it stored from all browsers, as they look for a new version of it. */
const removal = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all(['shell', 'personal'].map((name) => caches.delete(name))).then(() => registration.unregister()),
  );
});
`;

/** One script of the service worker and what it imports. */
async function writeWorker(): Promise<string> {
  const files = ['outbox-store.ts', 'service-worker.ts'].map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(files))
    .map((text) =>
      stripTypeScriptTypes(text).replaceAll(/^import \{[^}\n]*\} from '[^'\n]*';$|^export /gm, ''),
    )
    .join('\n');
}

const script = async (isOn: boolean): Promise<Download> => ({
  type: 'text/javascript; charset=utf-8',
  body: isOn ? await (worker ??= writeWorker()) : removal,
  headers: {
    'cache-control': 'no-cache',
    // What the worker itself can fetch.
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  },
});

/** What installed apps and browsers without a connection need. */
export const offlinePages = [
  // Served at the root, so that the scope of the service worker includes every page.
  anyone.get({
    path: '/service-worker.js',
    handle: ({ app }) => script(app.config.SERVICE_WORKER),
  }),
  // Browsers that subscribed to push notifications before look for updates here.
  anyone.get({ path: '/push-worker.js', handle: ({ app }) => script(app.config.SERVICE_WORKER) }),
  anyone.get({ path: '/offline', handle: () => offlineView() }),
  // The service worker sends waiting posts only for who wrote them.
  anyone.get({
    path: '/offline/account',
    handle: ({ viewer }): Download => ({
      type: 'text/plain; charset=utf-8',
      body: viewer?.id ?? '',
      headers: { 'cache-control': 'no-store' },
    }),
  }),
];

/** Stored in browsers, and shown there without a connection. */
const offlineView = (): View => ({
  title: t('You are offline'),
  shape: 'plain',
  body: html`<div class="failure" data-offline>
    ${illustration('lost')}
    <h1>You are offline</h1>
    <p>This page needs a connection. Your last feed can be read without one.</p>
    <div class="button-row">
      ${linkButton({ label: t('Read the last feed'), href: '/', kind: 'primary' })}
      <form method="get">${button({ label: t('Try again') })}</form>
    </div>
  </div>`,
});
