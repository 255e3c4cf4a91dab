import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { HtmlValidate, type ConfigData } from 'html-validate';
import { loadAssets, type Assets } from '../platform/http/assets/assets.ts';
import { errorView } from './error-view.ts';
import { html, type Layout, type PageContext } from './html.ts';
import { hopLanding } from '../links/landing.ts';
import { plazaLanding } from '../social/landing.ts';
import { hop } from '../links/product.ts';
import { plaza } from '../social/product.ts';
import { createLayout } from './layout.ts';
import { oneLine } from './one-line.ts';
import { stylePage } from './style-page.ts';

const ada = { id: '1', name: 'Ada <Marino>', username: 'ada', picture: null, isOperator: true };
const context: PageContext = {
  product: plaza(),
  base: 'https://plaza.example',
  other: 'https://hop.example',
  path: '/people?page=2',
  nonce: 'n0nce',
  viewer: ada,
  counts: { friendRequests: 120 },
  flash: { kind: 'success', text: 'Saved <it>' },
  theme: 'dark',
  language: 'en',
};
const view = { title: 'Feed', section: 'home', body: html`<h1>Feed</h1>` };

describe('layout', () => {
  let assets: Assets;
  let layout: Layout;
  before(async () => {
    assets = await loadAssets();
    layout = createLayout(assets);
  });

  it('is valid HTML for every page shape and viewer', async () => {
    const file = new URL('../../.htmlvalidate.json', import.meta.url);
    const validator = new HtmlValidate(JSON.parse(readFileSync(file, 'utf8')) as ConfigData);
    const landing = { registrationOpen: true, base: 'https://example.org' };
    const views = [
      stylePage([plaza().brand, hop().brand]),
      plazaLanding({
        ...landing,
        site: { name: 'Agora', description: 'A square' },
        welcome: html`<p>Come in</p>`,
        front: { posts: [], forums: [], threads: [], questions: [], people: [] },
        now: new Date(0),
      }),
      hopLanding({ ...landing, registrationOpen: false }),
      view,
    ];
    for (const shown of [...views, errorView({ status: 404, message: 'Nothing here.', requestId: 'r-1' })]) {
      for (const product of [plaza(), hop()]) {
        for (const viewer of [ada, null]) {
          const report = await validator.validateString(layout(shown, { ...context, product, viewer }));
          const messages = report.results.flatMap((result) =>
            result.messages.map((m) => `${m.line}: ${m.message}`),
          );
          assert.deepEqual(messages, [], `${shown.title} on ${product.key}`);
        }
      }
    }
  });

  it('has no inline code that a strict policy would block', () => {
    const page = layout(stylePage([plaza().brand, hop().brand]), context);
    assert.doesNotMatch(page, /\sstyle="/);
    assert.doesNotMatch(page, /\son[a-z]+="/);
    assert.deepEqual(page.match(/<script(?! type="module" src=)[^>]*>/g), [
      '<script type="importmap" nonce="n0nce" data-turbo-track="reload">',
    ]);
  });

  it('references only existing browser files', () => {
    const page = layout(stylePage([plaza().brand, hop().brand]), context);
    for (const [address] of page.matchAll(/\/assets\/[^"#]+/g)) assert.ok(assets.find(address), address);
  });

  it('uses only icons of the sprite', async () => {
    const sprite = (await assets.find(assets.address('icons.svg'))?.body)?.toString() ?? '';
    for (const [, name] of layout(stylePage([plaza().brand, hop().brand]), context).matchAll(
      /icons\.svg#([\w-]+)/g,
    )) {
      assert.ok(sprite.includes(`<symbol id="${name ?? ''}"`), name);
    }
  });

  it('marks the current page, shows counts, applies the theme and shows the flash message', () => {
    const page = oneLine(layout(view, context));
    assert.match(page, /<a href="\/" aria-current="page" data-shortcut="g h">/);
    assert.match(page, /99\+<span class="visually-hidden">new<\/span>/);
    assert.match(page, /<html lang="en" dir="ltr" data-service="plaza" data-theme="dark" data-shape="app">/);
    assert.match(page, /Saved &lt;it&gt;/);
    assert.match(page, /Ada &lt;Marino&gt;/);
    assert.match(page, /name="back" value="\/people\?page=2"/);
  });

  it('offers sign-in to visitors and sign-out to members', () => {
    assert.match(layout(view, { ...context, viewer: null }), /href="\/signin"/);
    assert.doesNotMatch(layout(view, { ...context, viewer: null }), /action="\/signout"/);
    assert.match(layout(view, context), /action="\/signout" method="post"/);
  });

  it('links to operator pages only for operators', () => {
    assert.match(layout(view, context), /href="\/operator/);
    assert.doesNotMatch(
      layout(view, { ...context, viewer: { ...ada, isOperator: false } }),
      /href="\/operator/,
    );
  });

  it('mirrors for right-to-left languages', () => {
    assert.match(oneLine(layout(view, { ...context, language: 'ar-EG' })), /<html lang="ar-EG" dir="rtl"/);
  });
});
