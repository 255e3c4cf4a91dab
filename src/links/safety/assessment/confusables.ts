import { normalize } from '../../../kernel/text.ts';

/** Letters of other scripts and digits that look like Latin letters. */
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['a', 'аαɑ4'],
    ['b', 'ЬƄ'],
    ['c', 'сϲ'],
    ['d', 'ԁđ'],
    ['e', 'еєεҽ3'],
    ['g', 'ɡց'],
    ['h', 'һհħн'],
    ['k', 'кκ'],
    ['l', 'ӏιіıij1|ł'],
    ['m', 'м'],
    ['n', 'пηո'],
    ['o', 'оοօøө0'],
    ['p', 'рρ'],
    ['q', 'ԛզ'],
    ['r', 'гɾ'],
    ['s', 'ѕꜱ5'],
    ['t', 'тτ7'],
    ['u', 'υսц'],
    ['v', 'νѵ'],
    ['w', 'ԝωѡш'],
    ['x', 'хχ'],
    ['y', 'уγү'],
    ['z', 'ᴢ'],
    ['j', 'ј'],
  ].flatMap(([latin = '', others = '']) => Array.from(others, (other) => [other, latin])),
);

/** Sequences of letters that look like a single one. */
const pairs: readonly [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
];

/** Returns the visual skeleton of a name: names that look alike have the same one. */
export function skeleton(name: string): string {
  const plain = normalize(name, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const letters = Array.from(plain, (letter) => lookalikes[letter] ?? letter).join('');
  return pairs.reduce((text, [pair, letter]) => text.replace(pair, letter), letters);
}

/** Whether every letter of a word in another script looks like a Latin one. */
export const passesForLatin = (word: string): boolean => /^[a-z0-9-]+$/.test(skeleton(word));
