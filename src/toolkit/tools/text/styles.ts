import { input, output, tool } from '../../tool.ts';
import { randomInt } from 'node:crypto';

/** Letters of other Unicode blocks: where the capitals, small letters and digits start, and exceptions. */
interface Style {
  slug: string;
  title: string;
  upper: number;
  lower: number;
  digits?: number;
  others?: Readonly<Record<string, string>>;
}

const styles: readonly Style[] = [
  { slug: 'bold-text-generator', title: 'Bold text', upper: 0x1d400, lower: 0x1d41a, digits: 0x1d7ce },
  { slug: 'italic-text-generator', title: 'Italic text', upper: 0x1d434, lower: 0x1d44e, others: { h: 'ℎ' } },
  { slug: 'bold-italic-text-generator', title: 'Bold italic text', upper: 0x1d468, lower: 0x1d482 },
  { slug: 'cursive-text-generator', title: 'Cursive text', upper: 0x1d4d0, lower: 0x1d4ea },
  { slug: 'old-english-text-generator', title: 'Old English text', upper: 0x1d56c, lower: 0x1d586 },
  { slug: 'double-struck-text-generator', title: 'Double-struck text', upper: 0x1d538, lower: 0x1d552, digits: 0x1d7d8, others: { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' } },
  { slug: 'monospace-text-generator', title: 'Monospace text', upper: 0x1d670, lower: 0x1d68a, digits: 0x1d7f6 },
  { slug: 'sans-serif-text-generator', title: 'Sans-serif text', upper: 0x1d5a0, lower: 0x1d5ba, digits: 0x1d7e2 },
  { slug: 'bubble-text-generator', title: 'Bubble text', upper: 0x24b6, lower: 0x24d0, others: { '0': '⓪', '1': '①', '2': '②', '3': '③', '4': '④', '5': '⑤', '6': '⑥', '7': '⑦', '8': '⑧', '9': '⑨' } },
  { slug: 'square-text-generator', title: 'Square text', upper: 0x1f130, lower: 0x1f130 },
  { slug: 'full-width-text-generator', title: 'Full-width text', upper: 0xff21, lower: 0xff41, digits: 0xff10 },
]; // prettier-ignore

const flipped: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,?!\'"()[]{}<>&_'].map((letter, i) => [
    letter,
    [..."ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz∀ᗺƆᗡƎℲ⅁HIſꓘ⅂WNOԀQᴚS⊥∩ΛMX⅄Z0ƖᄅƐㄣϛ9ㄥ86˙'¿¡,„)(][}{><⅋‾"][i] ?? letter,
  ]),
);

const smallCaps = [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ'];

const letters = (text: string) => [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);

const marked = (sign: string) => (text: string) =>
  letters(text)
    .map((letter) => (letter.trim() === '' ? letter : letter + sign))
    .join('');

const writers: readonly (readonly [string, string, (text: string) => string])[] = [
  ['strikethrough-text-generator', 'Strikethrough text', marked('\u0336')],
  ['underline-text-generator', 'Underlined text', marked('\u0332')],
  ['overline-text-generator', 'Overlined text', marked('\u0305')],
  ['slashed-text-generator', 'Slashed text', marked('\u0338')],
  [
    'upside-down-text-generator',
    'Upside-down text',
    (text) =>
      letters(text)
        .map((c) => flipped[c] ?? c)
        .reverse()
        .join(''),
  ],
  [
    'small-caps-text-generator',
    'Small caps text',
    (text) => text.replace(/[a-z]/g, (c) => smallCaps[c.charCodeAt(0) - 97] ?? c),
  ],
];

export default [
  ...styles.map(({ slug, title, ...style }) =>
    tool({
      slug,
      title: `${title} generator`,
      summary: `Write in ${title.toLowerCase()} that can be pasted anywhere`,
      keywords: 'fancy font unicode social media',
      input: { text: input.text('Text', 'Hello World 42', { max: 10_000 }) },
      output: { text: output.text('Text') },
      run: ({ text }) => ({ text: [...text].map((character) => toStyle(character, style)).join('') }),
    }),
  ),
  /** Letters with combining marks, turned letters and small letters. */
  ...writers.map(([slug, title, write]) =>
    tool({
      slug,
      title: `${title} generator`,
      summary: `Write ${title.toLowerCase()} that can be pasted anywhere`,
      keywords: 'fancy font unicode social media',
      input: { text: input.text('Text', 'Hello World', { max: 10_000 }) },
      output: { text: output.text('Text') },
      run: ({ text }) => ({ text: write(text) }),
    }),
  ),
  tool({
    slug: 'zalgo-text-generator',
    title: 'Zalgo text generator',
    summary: 'Add marks above, below and through the letters of a text',
    keywords: 'glitch creepy cursed',
    input: {
      text: input.text('Text', 'He comes', { max: 2000 }),
      marks: input.optional(input.integer('Marks a letter', 6, 1, 30)),
    },
    output: { text: output.text('Text') },
    run: ({ text, marks }) => ({
      text: [...text]
        .map((letter) =>
          letter.trim() === ''
            ? letter
            : letter +
              Array.from({ length: marks }, () => String.fromCodePoint(randomInt(0x300, 0x370))).join(''),
        )
        .join(''),
    }),
  }),
];

function toStyle(character: string, { upper, lower, digits, others }: Omit<Style, 'slug' | 'title'>): string {
  const other = others?.[character];
  if (other) return other;
  const code = character.charCodeAt(0);
  const from = (first: string, start: number) => String.fromCodePoint(start + code - first.charCodeAt(0));
  if (/^[A-Z]$/.test(character)) return from('A', upper);
  if (/^[a-z]$/.test(character)) return from('a', lower);
  return digits !== undefined && /^\d$/.test(character) ? from('0', digits) : character;
}
