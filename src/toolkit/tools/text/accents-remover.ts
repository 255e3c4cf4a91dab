import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Accents remover',
  summary: 'Replace accented letters with plain letters',
  keywords: 'diacritics umlaut ascii',
  input: { text: input.text('Text', 'Crème brûlée à la façon de Zoë') },
  output: { text: output.text('Text') },
  sample: { text: 'Creme brulee a la facon de Zoe' },
  run: ({ text }) => ({
    text: text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .normalize('NFC')
      .replace(/[øØłŁđĐßæÆœŒ]/g, (c) => plain[c] ?? c),
  }),
});

const plain: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
};
