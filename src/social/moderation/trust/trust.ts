import { t } from '../../../kernel/translation/translate.ts';
import { days } from '../../../kernel/time.ts';

/** From the least to the most: what somebody may do at once, and what is looked at before others see it. */
const trustLevels = ['restricted', 'new', 'basic', 'known', 'trusted', 'staff'] as const;
export type Trust = (typeof trustLevels)[number];

/** The standing of an author. Counts stop where docs/moderation.md needs no more. */
export interface Standing {
  /** May moderate or operate. */
  isStaff: boolean;
  isVerified: boolean;
  /** How long ago they registered, in milliseconds. */
  age: number;
  /** Posts and comments that others see. */
  approvedCount: number;
  /** Decisions against them within ninety days. */
  upheld: number;
  /** Distinct people who reacted to their newest posts. */
  reactors: number;
}

/** Counting stops here. */
export const maxCounted = 50;

export function trustOf({ isStaff, isVerified, age, approvedCount, upheld, reactors }: Standing): Trust {
  if (isStaff) return 'staff';
  if (upheld >= 3) return 'restricted';
  if (age < days(1) && !isVerified) return 'new';
  if (upheld > 0) return 'basic';
  if (isVerified || (age >= days(60) && approvedCount >= 50 && reactors >= 15)) return 'trusted';
  if (age >= days(14) && approvedCount >= 10 && reactors >= 3) return 'known';
  return 'basic';
}

/** Whether somebody is at least that much trusted. */
export const isAtLeast = (trust: Trust, level: Trust): boolean =>
  trustLevels.indexOf(trust) >= trustLevels.indexOf(level);

export const trustWords = (): Readonly<Record<Trust, string>> => ({
  restricted: t('restricted'),
  new: t('new'),
  basic: t('member'),
  known: t('known'),
  trusted: t('trusted'),
  staff: t('staff'),
});
