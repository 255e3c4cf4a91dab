import assert from 'node:assert/strict';
import { stripTypeScriptTypes } from 'node:module';
import { before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Asset, type Assets, loadAssets, localizeModule } from './assets.ts';
import { tighten } from './tighten.ts';

describe('assets', () => {
  let assets: Assets;
  const file = (path: string): Asset => {
    const found = assets.find(assets.address(path));
    assert.ok(found, path);
    return found;
  };
  before(async () => {
    assets = await loadAssets();
  });

  it('serves modules that are valid JavaScript', async () => {
    const modules = [
      ...assets.preloads(),
      assets.address('hotwired/stimulus.js'),
      assets.address('controllers/chart.ts'),
    ];
    for (const address of modules) {
      const text = (await assets.find(address)?.body)?.toString() ?? '';
      assert.equal(stripTypeScriptTypes(text), text, address);
      assert.ok(text.length > 100, address);
    }
  });

  it('preserves the license of a library', async () => {
    assert.match((await file('hotwired/turbo.js').body).toString(), /\/\*!?\s*Turbo [^]*Copyright/);
  });

  it('bundles one style sheet, with its layer order first', async () => {
    const text = (await file('styles/main.css').body).toString();
    assert.match(text, /^\s*@layer reset, tokens, base, components, pages;/);
    assert.doesNotMatch(text, /@import/);
    assert.match(text, /\.button/);
  });

  it('has the same content in every encoding of a file', async () => {
    const { body, brotli, gzip } = file('main.ts');
    assert.deepEqual(brotliDecompressSync(await brotli), await body);
    assert.deepEqual(gunzipSync(await gzip), await body);
  });

  it('maps library names to their URLs', () => {
    const { imports } = JSON.parse(assets.importMap) as { imports: Record<string, string> };
    assert.deepEqual(Object.keys(imports), [
      '@hotwired/turbo',
      '@hotwired/stimulus',
      'photoswipe',
      'rich-text',
      'composer-dialog.css',
      'hover-card.css',
      'lightbox.css',
      'palette.css',
      'rich-text.css',
    ]);
    for (const address of Object.values(imports)) assert.ok(assets.find(address));
  });

  it('preloads what a page needs at once, with what it imports', () => {
    const added = assets.preloads(['chat/presence.ts']).filter((url) => !assets.preloads().includes(url));
    const expected = ['hotwired/stimulus.js', 'chat/presence.ts', 'chat/walk-chat.ts'];
    assert.deepEqual(
      added,
      expected.map((path) => assets.address(path)),
    );
  });

  it('bundles the editor of rich text for the pages that have one', async () => {
    const text = (await file('rich-text.js').body).toString();
    assert.match(text, /export\s*\{[^}]*openRichText/);
    assert.ok(!assets.preloads().includes(assets.address('rich-text.js')));
    assert.throws(() => assets.address('rich-text/editor.ts'));
    assert.ok((await file('rich-text.js').brotli).length < 115_000);
  });

  it('throws for a file that does not exist', () => {
    assert.throws(() => assets.address('missing.css'), /browser\/missing.css does not exist/);
    assert.equal(assets.find('/assets/000000000000/main.ts'), undefined);
  });

  it('stays within the budgets: 45 kB of script for every page, 20 kB of style', async () => {
    const sizes = await Promise.all(
      assets.preloads().map(async (address) => (await assets.find(address)?.brotli)?.length ?? 0),
    );
    const stimulus = (await file('hotwired/stimulus.js').brotli).length;
    assert.ok(sizes.reduce((sum, size) => sum + size, stimulus) < 45_000);
    assert.ok((await file('styles/main.css').brotli).length < 20_000);
  });
});

describe('tighten', () => {
  const rows: [string, string, string][] = [
    ['keeps the first comment', '/* licence */\nlet a;', '/* licence */\nlet a;'],
    ['drops comments that begin a line', 'a;\n  // why\n/* two\n lines */\nb;', '\na;\nb;'],
    ['keeps code after a comment', 'f(\n  /** @type {X} */ (a),\n/** b */ (c));', '\nf(\n(a),\n(c));'],
    ['keeps what only looks like one', "let a = 'http://x/*';\n  let b;", "\nlet a = 'http://x/*';\nlet b;"],
  ];
  for (const [title, text, expected] of rows) {
    it(title, () => assert.equal(tighten(text).replaceAll(/\n+/g, '\n'), expected.replaceAll(/\n+/g, '\n')));
  }
});

describe('localized scripts', () => {
  it('have plain template literals in English, without the marker', () => {
    const source = "import { t } from '../translate.ts';\nsay(t`Remove ${file.name}`);\nsplit`a`;\n";
    assert.equal(localizeModule(source, 'en'), 'say(`Remove ${file.name}`);\nsplit`a`;\n');
  });

  it('stay English without a translation', () => {
    const source = 'say(t`A text that no script has ${n}`);';
    assert.equal(localizeModule(source, 'de'), 'say(`A text that no script has ${n}`);');
  });
});
