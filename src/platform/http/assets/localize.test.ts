import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localizeModule } from './localize.ts';

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
