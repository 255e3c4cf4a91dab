import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inLanguage } from '../../web/translation/languages.ts';
import { databaseProblem } from './errors.ts';
import { t } from '../../web/translation/translate.ts';

const migrations = new URL('../../../migrations/', import.meta.url);

test('translates every conflict raised by a trigger', async () => {
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql'));
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, migrations), 'utf8')));
  const raised = texts.flatMap((text) => [
    ...text.matchAll(/raise exception '([^']+)'\s+using errcode = 'HP409'/g),
  ]);
  assert.ok(raised.length >= 3);
  for (const [, message = ''] of raised) {
    const error = Object.assign(new Error(message), { code: 'HP409' });
    const say = () => t(databaseProblem(error)?.text ?? '');
    const english = say();
    assert.ok(english);
    assert.notEqual(inLanguage('de', say), english);
  }
});
