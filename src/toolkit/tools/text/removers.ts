import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'accents-remover',
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
  }),
  tool({
    slug: 'emojis-remover',
    title: 'Emoji remover',
    summary: 'Remove all emoji from a text',
    keywords: 'emojis strip smileys',
    input: { text: input.text('Text', 'Well done 👏🏽 team 👩‍💻🎉!') },
    output: { text: output.text('Text'), removed: output.integer('Emoji removed') },
    sample: { text: 'Well done  team !', removed: 3 },
    run: ({ text }) => {
      let removed = 0;
      const remaining = [...new Intl.Segmenter('en').segment(text)].filter(({ segment }) => {
        const isEmoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u.test(segment);
        if (isEmoji) removed += 1;
        return !isEmoji;
      });
      return { text: remaining.map(({ segment }) => segment).join(''), removed };
    },
  }),
  tool({
    slug: 'extra-spaces-remover',
    title: 'Extra spaces remover',
    summary: 'Remove repeated spaces, and spaces at the start and end of lines',
    keywords: 'whitespace trim',
    input: { text: input.text('Text', '  Too   many    spaces  \n here ') },
    output: { text: output.text('Text'), removed: output.integer('Characters removed') },
    sample: { text: 'Too many spaces\nhere', removed: 11 },
    run: ({ text }) => {
      const result = text
        .split('\n')
        .map((line) =>
          line
            .split(/[^\S\n]/)
            .filter(Boolean)
            .join(' '),
        )
        .join('\n');
      return { text: result, removed: text.length - result.length };
    },
  }),
  tool({
    slug: 'invisible-characters-remover',
    title: 'Invisible characters remover',
    summary: 'Remove hidden zero-width, control and direction characters from text',
    keywords: 'zero width space bom watermark hidden clean',
    input: { text: input.text('Text', 'clean\u200b this\u00ad \u202etext\ufeff') },
    output: { text: output.text('Text'), removed: output.integer('Characters removed') },
    sample: { text: 'clean this text', removed: 4 },
    run: ({ text }) => {
      // Keeps joiners, which are part of emoji.
      const result = text.replace(/(?![\n\r\t\u200d])\p{C}/gu, '');
      return { text: result, removed: [...text].length - [...result].length };
    },
  }),
  tool({
    slug: 'line-break-remover',
    title: 'Line break remover',
    summary: 'Join lines into one, or into paragraphs',
    keywords: 'newline unwrap',
    input: {
      text: input.text('Text', 'These lines\nbelong together.\n\nThis is another paragraph.'),
      replacement: input.optional(input.line('Replace with', ' ', { max: 20 })),
      keepParagraphs: input.flag('Keep paragraphs', true),
    },
    output: { text: output.text('Text') },
    sample: { text: 'These lines belong together.\n\nThis is another paragraph.' },
    run: ({ text, replacement, keepParagraphs }) => {
      const lines = text.replaceAll('\r\n', '\n');
      const join = (part: string) =>
        part
          .split('\n')
          .filter((line) => line.trim() !== '')
          .join(replacement);
      return {
        text: keepParagraphs ? lines.split('\n\n').map(join).filter(Boolean).join('\n\n') : join(lines),
      };
    },
  }),
];

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
