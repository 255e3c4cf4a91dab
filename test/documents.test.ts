import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { exampleFile, withTable } from '../scripts/settings-text.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const repair = 'run npm run docs';

test('docs/settings.md and .env.example list the current settings', () => {
  assert.ok(
    withTable(read('docs/settings.md')) === read('docs/settings.md'),
    `docs/settings.md differs: ${repair}`,
  );
  assert.ok(exampleFile() === read('.env.example'), `.env.example differs: ${repair}`);
});

test('links in documents resolve', async () => {
  const documents = await documentFiles();
  assert.ok(documents.includes('README.md'));
  const dead = documents.flatMap((file) =>
    linksIn(read(file))
      .filter((link) => !existsSync(join(root, dirname(file), link)))
      .map((link) => `${file} → ${link}`),
  );
  assert.deepEqual(dead, []);
});

test('the map in README.md lists existing files', () => {
  const [, map = ''] = /^## Map$([^]*?)^## /m.exec(read('README.md')) ?? [];
  const places = [...map.matchAll(/^\| `([^`]+)`/gm)].map(([, place = '']) => place);
  assert.ok(places.length > 5);
  assert.deepEqual(
    places.filter((place) => !existsSync(join(root, place))),
    [],
  );
});

test('documents name existing files', async () => {
  const named = (await documentFiles()).flatMap((file) =>
    [...read(file).matchAll(/`((?:src|test|browser|scripts|migrations|bench|docs|locales)\/[\w./-]+)`/g)].map(
      ([, place = '']) => [file, place] as const,
    ),
  );
  assert.ok(named.length > 100);
  assert.deepEqual(
    named.filter(([, place]) => !existsSync(join(root, place))).map((each) => each.join(' → ')),
    [],
  );
});

test('docs/security.md gives a place or a reason for each requirement, and counts them', () => {
  const text = read('docs/security.md');
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([12]) +\| [^|]+\| ([^|]+?) +\| (.*?) *\|$/gm)].map(
    ([, id = '', level = '', status = '', where = '']) => ({ id, level, status, where }),
  );
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  const statuses = ['met', 'partly', 'not met', 'not applicable', 'not checked'];
  assert.deepEqual(
    rows.filter(({ status, where }) => !statuses.includes(status) || where.length < 5),
    [],
  );
  for (const level of ['1', '2']) {
    const counts = statuses.map((status) =>
      rows.filter((row) => row.level === level && row.status === status).length.toString(),
    );
    assert.match(
      text,
      new RegExp(`^\\| ${level} +\\| ${counts.join(' +\\| ')} +\\|$`, 'm'),
      `level ${level}: ${counts.join()}`,
    );
  }
  // As many as the standard has.
  assert.equal(rows.filter(({ level }) => level === '1').length, 70);
  assert.equal(rows.filter(({ level }) => level === '2').length, 183);
});

test('“Where is …?” names functions in the listed files', () => {
  const [, section = ''] = /^## Where is …\?$([^]*?)^## /m.exec(read('ARCHITECTURE.md')) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
  assert.ok(rows.length > 10);
  for (const row of rows) {
    const files = [...row.matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(([, file = '']) => read(file)).join('\n');
    for (const [, name = ''] of row.matchAll(/`([a-z]+[A-Z]\w*)`/g))
      assert.match(files, new RegExp(`\\b${name}\\b`), row);
  }
});

test('decision 7 gives a reason for every dependency and lists no other package', () => {
  const asked = Object.entries(JSON.parse(read('package.json')) as Record<string, Record<string, string>>)
    .filter(([key]) => /dependencies$/i.test(key))
    .flatMap(([, packages]) => Object.keys(packages));
  const [given = ''] = read('docs/decisions/0007-dependencies.md').split('## Alternatives considered');
  const named = [...given.matchAll(/^\| ([^|]+?) +\|/gm)].flatMap(([, names = '']) => names.split(', '));
  assert.deepEqual(named.filter((name) => !/^(Package|-+)$/.test(name)).sort(), asked.sort());
});

async function documentFiles(): Promise<string[]> {
  const files = [];
  for await (const file of glob('**/*.md', {
    cwd: root,
    exclude: (name) => /node_modules|^\.data/.test(name),
  }))
    files.push(file);
  return files.sort();
}

/** Returns relative links and images, except those in code. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)|<img[^>]+src="([^"]+)"/g)]
    .map(([, link, picture]) => (link ?? picture ?? '').replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z][a-z+.-]*:/i.test(link));
}
