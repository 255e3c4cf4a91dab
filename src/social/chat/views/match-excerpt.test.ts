import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../messages/message.ts';
import { matchExcerpt } from './search-view.ts';

const rows: [text: string, words: string, marked: string[]][] = [
  ['say “quibble” now', 'quibble', ['quibble']],
  ['say “quibble” now', '“Quibble”', ['quibble']],
  ['à l’hôtel', "l'hotel", ['l’hôtel']],
  ['à l’hôtel', 'hotel', ['hôtel']],
  ['à l’ho\u0302tel.', 'hôtel', ['ho\u0302tel']],
  ['they can’t, can they', "can't", ['can’t']],
  ['Straße, STRASSE', 'strasse', ['Straße', 'STRASSE']],
  ['مُحَمَّد', 'محمد', ['مُحَمَّد']],
  ['می\u200cخواهم', 'میخواهم', ['می\u200cخواهم']],
  ['ΛΟΓΟΣ', 'λόγος', ['ΛΟΓΟΣ']],
  ['我们在北京大学', '北京', ['北京']],
  ['서울에서', '서울', ['서울']],
  ['so 🎉🎉', '🎉', ['🎉', '🎉']],
  ['in C++', 'c++', ['C++']],
  ['nothing', ' ', []],
];

for (const [text, words, marked] of rows)
  test(`highlights ${words} in ${text}`, () => {
    const markup = matchExcerpt({ text } as Message, words, false).text.replaceAll('&#39;', "'");
    assert.deepEqual(
      Array.from(markup.matchAll(/<mark>(.*?)<\/mark>/g), ([, found]) => found),
      marked,
    );
    assert.equal(markup.replaceAll(/<\/?mark>/g, ''), text);
  });

test('starts an excerpt of a long message shortly before the first match', () => {
  const text = `${'before '.repeat(50)}quibble${' after'.repeat(50)}`;
  const markup = matchExcerpt({ text } as Message, 'quibble', true).text;
  assert.match(markup, /^….{50}<mark>quibble<\/mark>.*…$/);
});
