import { LRUCache } from 'lru-cache';
import { lengthOf, normalize } from '../../kernel/text.ts';
import { type SafetyCheck, chosenLabel, type Target } from './rule.ts';

/** Words that scams combine with a brand's name. */
const lures = new Set(
  `account accounts auth billing bonus claim confirm gift help id login logon pay payment prize recover recovery refund
  reward secure security service signin support unlock update verification verify wallet`.split(/\s+/),
);

/** Shorter names resemble too many words. */
const minMisspelledLength = 6;

/** Detects names that are easily mistaken for others. */
export const lookalike: SafetyCheck = (target, { entries, ownNames }) => {
  if (target.isAddress) return undefined;
  const added = entries.filter(({ list }) => list === 'brand').map(({ value }) => value);
  const name = nameOf(target);
  const brand = [...ownNames, ...added, ...wellKnown].find((each) => looksLike(name, each));
  return brand ? { code: 'lookalike', values: { name: target.name, brand } } : undefined;
};

/** What is compared with each brand, computed once. */
interface Name {
  target: Target;
  label: string;
  skeleton: string;
  /** Skeletons of the other words of the host. */
  words: ReadonlySet<string>;
  hasLure: boolean;
}

function nameOf(target: Target): Name {
  const label = chosenLabel(target);
  const words = target.labels.slice(0, -1).flatMap((part) => part.split('-'));
  return {
    target,
    label,
    skeleton: nameSkeleton(label),
    words: new Set(words.filter((word) => word !== label).map(nameSkeleton)),
    hasLure: label.split('-').some((word) => lures.has(word)),
  };
}

function looksLike({ target, label, skeleton, words, hasLure }: Name, brand: string): boolean {
  if (label === brand) return suspiciousTlds.has(target.labels.at(-1) ?? '');
  const seen = skeletonOf(brand);
  return (
    skeleton === seen ||
    isMisspelt(label, brand) ||
    // As `paypal-login.example` and `paypal.secure-login.example`.
    (hasLure && words.has(seen)) ||
    isInFront(target, brand)
  );
}

/** Brands are few, and compared with each link. */
const skeletons = new LRUCache<string, string>({ max: 2000 });

function skeletonOf(brand: string): string {
  const known = skeletons.get(brand) ?? nameSkeleton(brand);
  skeletons.set(brand, known);
  return known;
}

/** Whether one inner letter is missing, one is doubled, or two are swapped. */
function isMisspelt(label: string, brand: string): boolean {
  if (brand.length < minMisspelledLength || Math.abs(label.length - brand.length) > 1) return false;
  return Array.from(brand).some((letter, index) => {
    const [before, after] = [brand.slice(0, index), brand.slice(index + 1)];
    const turned = before + after.slice(0, 1) + letter + after.slice(1);
    const isInside = before !== '' && after !== '';
    return (
      (isInside && label === before + after) || [before + letter + letter + after, turned].includes(label)
    );
  });
}

/** Detects `paypal.com.example`: the brand's own domain as a subdomain of another site. */
const isInFront = ({ host, site }: Target, brand: string): boolean =>
  host.includes(`${brand}.`) &&
  !site.startsWith(`${brand}.`) &&
  new RegExp(`(^|\\.)${brand}\\.(com|net|org)\\.`).test(host);

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
export const mixedScripts: SafetyCheck = (target) => {
  const odd = target.isAddress ? undefined : target.labels.find((label) => isOdd(label, target));
  return odd ? { code: 'letters', values: { label: odd } } : undefined;
};

function isOdd(label: string, { host }: Target): boolean {
  const used = (Object.keys(scripts) as Script[]).filter((script) => scripts[script].test(label));
  if (used.length > 1) return !together.some((group) => used.every((script) => group.includes(script)));
  const isOther = used[0] === 'cyrillic' || used[0] === 'greek' || used[0] === 'armenian';
  return isOther && passesForLatin(label) && !isDomainScript.test(host.slice(host.lastIndexOf('.') + 1));
}

/** Signs of an odd name and their weights. */
const oddities: readonly [points: number, isSo: (target: Target, label: string) => boolean][] = [
  [3, ({ isAddress }) => isAddress],
  [2, ({ labels }) => suspiciousTlds.has(labels.at(-1) ?? '')],
  [2, (_, label) => label.length >= 12 && entropy(label) >= 3.5 && !isPronounceable(label)],
  [2, (_, label) => (label.match(/\d/g)?.length ?? 0) >= 5],
  [1, (_, label) => (label.match(/-/g)?.length ?? 0) >= 3],
  [1, ({ labels }) => labels.length >= 6],
  [1, (_, label) => label.length >= 30],
  [1, ({ port }) => port !== ''],
];

/** Detects generated names by points. */
export const oddName: SafetyCheck = (target, _facts, threshold) => {
  const label = chosenLabel(target);
  const points = oddities.reduce((sum, [points, applies]) => sum + (applies(target, label) ? points : 0), 0);
  return points >= threshold ? { code: 'name', values: { name: target.name } } : undefined;
};

/** Shannon entropy in bits per character: about 3 for words, 4 for random letters of that length. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const total = lengthOf(text);
  return [...counts.values()].reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0);
}

/** Words of languages in Latin script have a vowel at least every five letters and few digits. */
const isPronounceable = (label: string): boolean =>
  !/[bcdfghjklmnpqrstvwxz]{5,}/.test(label) && !/\d[a-z]+\d/.test(label);

const endings =
  /\.(apk|app|appimage|appx|bat|cmd|cpl|deb|dll|dmg|exe|gadget|hta|img|ipa|iso|jar|jse|lnk|msi|msix|msp|pif|pkg|ps1|reg|rpm|scf|scr|url|vb|vbe|vbs|wsf|wsh)$/i;

/** Detects files that run or install something when opened. */
export const program: SafetyCheck = ({ path }) => {
  const file = decoded(path.slice(path.lastIndexOf('/') + 1)).replace(/(?<![\s.])[\s.]+$/, '');
  return endings.test(file) ? { code: 'program', values: { file: file.slice(-80) } } : undefined;
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Public shorteners. Shorteners of a single site (youtu.be, amzn.to) only lead to that site. */
const known = new Set(
  `adf.ly bit.ly bit.do bitly.com bl.ink buff.ly cli.gs clck.ru cutt.ly dub.sh goo.gl gg.gg is.gd j.mp kutt.it
  lnkd.in oe.cd ow.ly owl.li prettylinkpro.com qr.ae qr.net rb.gy rebrand.ly rotf.lol s.id short.gy short.io shorte.st
  shorturl.at shrtco.de snip.ly soo.gd su.pr t.co t.ly tiny.cc tiny.one tinyurl.com tr.im trib.al urlz.fr v.gd vk.cc
  x.co yourls.org zpr.io`.split(/\s+/),
);

/** Detects URLs of other link shorteners. */
export const shortener: SafetyCheck = ({ host, site }) =>
  known.has(host) || known.has(site) ? { code: 'shortener', values: { host } } : undefined;

/**
 * Top-level domains that are cheap or free and far more common in scams, or that look like file extensions.
 */
const suspiciousTlds = new Set(
  `bar beauty bid buzz cam cf cfd click country cyou date fit ga gdn gq hair icu kim link loan men ml mom mov quest
  rest sbs stream surf tk top vip wang win work xin xyz zip`.split(/\s+/),
);

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
export function nameSkeleton(name: string): string {
  const plain = normalize(name, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const letters = Array.from(plain, (letter) => lookalikes[letter] ?? letter).join('');
  return pairs.reduce((text, [pair, letter]) => text.replace(pair, letter), letters);
}

/** Whether every letter of a word in another script looks like a Latin one. */
const passesForLatin = (word: string): boolean => /^[a-z0-9-]+$/.test(nameSkeleton(word));

/** Brands that phishing imitates most often, as spelled in their domains. Operators can add more. */
const wellKnown: readonly string[] = `
  adobe airbnb alibaba aliexpress amazon americanexpress apple bankofamerica barclays binance blockchain chase chatgpt
  citibank coinbase commerzbank dhl discord docusign dropbox ebay epicgames facebook fedex github gitlab gmail google
  hsbc icloud instagram klarna linkedin mastercard metamask microsoft netflix office365 onedrive openai opensea outlook
  paypal pinterest postbank reddit revolut roblox royalmail santander shopify snapchat sparkasse spotify
  steamcommunity steampowered stripe telegram tiktok twitch twitter usps walmart wellsfargo whatsapp wordpress
  youtube
  `
  .trim()
  .split(/\s+/);
