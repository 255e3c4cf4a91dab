import { wellKnown } from '../assessment/brands.ts';
import { skeleton } from '../assessment/confusables.ts';
import type { Check } from '../assessment/rule.ts';
import { chosenLabel, type Target } from '../assessment/target.ts';
import { suspiciousTlds } from './suspicious-tlds.ts';

/** Words that scams combine with a brand's name. */
const lures = new Set(
  `account accounts auth billing bonus claim confirm gift help id login logon pay payment prize recover recovery refund
  reward secure security service signin support unlock update verification verify wallet`.split(/\s+/),
);

/** Shorter names resemble too many words. */
const minMisspelledLength = 6;

/** Detects names that are easily mistaken for others. */
export const lookalike: Check = (target, { entries, ownNames }) => {
  if (target.isAddress) return undefined;
  const added = entries.filter(({ list }) => list === 'brand').map(({ value }) => value);
  const brand = [...ownNames, ...added, ...wellKnown].find((name) => looksLike(target, name));
  return brand ? { code: 'lookalike', values: { name: target.name, brand } } : undefined;
};

function looksLike(target: Target, brand: string): boolean {
  const label = chosenLabel(target);
  if (label === brand) return suspiciousTlds.has(target.labels.at(-1) ?? '');
  return (
    skeleton(label) === skeleton(brand) ||
    isMisspelt(label, brand) ||
    isBesideLure(target, label, brand) ||
    isInFront(target, brand)
  );
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

/** Detects `paypal-login.example` and `paypal.secure-login.example`. */
function isBesideLure({ labels }: Target, label: string, brand: string): boolean {
  const before = labels.slice(0, -1).flatMap((part) => part.split('-'));
  const seen = skeleton(brand);
  const isNamed = before.some((word) => word !== label && skeleton(word) === seen);
  return isNamed && label.split('-').some((word) => lures.has(word));
}

/** Detects `paypal.com.example`: the brand's own domain as a subdomain of another site. */
const isInFront = ({ host, site }: Target, brand: string): boolean =>
  !site.startsWith(`${brand}.`) && new RegExp(`(^|\\.)${brand}\\.(com|net|org)\\.`).test(host);
