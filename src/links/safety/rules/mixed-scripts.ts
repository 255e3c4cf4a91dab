import { passesForLatin } from '../assessment/confusables.ts';
import type { Check } from '../assessment/rule.ts';
import type { Target } from '../assessment/target.ts';

const scripts = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  armenian: /\p{Script=Armenian}/u,
  georgian: /\p{Script=Georgian}/u,
  cherokee: /\p{Script=Cherokee}/u,
  hebrew: /\p{Script=Hebrew}/u,
  arabic: /\p{Script=Arabic}/u,
  devanagari: /\p{Script=Devanagari}/u,
  thai: /\p{Script=Thai}/u,
  han: /\p{Script=Han}/u,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  hangul: /\p{Script=Hangul}/u,
} as const;
type Script = keyof typeof scripts;

/** Scripts that are commonly written together. */
const together: readonly (readonly Script[])[] = [
  ['latin', 'han', 'kana'],
  ['latin', 'han', 'hangul'],
];

/** Country domains of languages in such scripts. */
const isDomainScript = /^(bg|by|cy|eu|gr|kg|kz|mk|mn|rs|ru|su|tj|ua|uz|xn--.*)$/;

/** Detects names that mix scripts, and names in another script that can be read as Latin. */
export const mixedScripts: Check = (target) => {
  const odd = target.isAddress ? undefined : target.labels.find((label) => isOdd(label, target));
  return odd ? { code: 'letters', values: { label: odd } } : undefined;
};

function isOdd(label: string, { host }: Target): boolean {
  const used = (Object.keys(scripts) as Script[]).filter((script) => scripts[script].test(label));
  if (used.length > 1) return !together.some((group) => used.every((script) => group.includes(script)));
  const isOther = used[0] === 'cyrillic' || used[0] === 'greek' || used[0] === 'armenian';
  return isOther && passesForLatin(label) && !isDomainScript.test(host.slice(host.lastIndexOf('.') + 1));
}
