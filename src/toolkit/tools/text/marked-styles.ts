import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

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

const styles: readonly (readonly [string, string, (text: string) => string])[] = [
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

/** Letters with combining marks, turned letters and small letters. */
export default styles.map(([slug, title, write]) =>
  tool({
    slug,
    title: `${title} generator`,
    summary: `Write ${title.toLowerCase()} that can be pasted anywhere`,
    keywords: 'fancy font unicode social media',
    input: { text: input.text('Text', 'Hello World', { max: 10_000 }) },
    output: { text: output.text('Text') },
    run: ({ text }) => ({ text: write(text) }),
  }),
);
