import { normalize } from '../../../kernel/text.ts';

/** Letters of other alphabets, and digits, that pass for Latin letters at a glance. */
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

/** Two or more letters that together look like one. */
const pairs: readonly [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
];

/** What a name looks like: two names that may be mistaken for each other have the same. */
export function skeleton(name: string): string {
  const plain = normalize(name, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const letters = Array.from(plain, (letter) => lookalikes[letter] ?? letter).join('');
  return pairs.reduce((text, [pair, letter]) => text.replace(pair, letter), letters);
}

/** Whether every letter of a word in another alphabet passes for a Latin one. */
export const passesForLatin = (word: string): boolean => /^[a-z0-9-]+$/.test(skeleton(word));
