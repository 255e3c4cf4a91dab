import { t } from '../../../kernel/translation/translate.ts';
import { days } from '../../../kernel/time.ts';

/**
 * Trust levels in ascending order. They determine an author's limits and which content is held for review.
 */
const trustLevels = ['restricted', 'new', 'basic', 'known', 'trusted', 'staff'] as const;
export type Trust = (typeof trustLevels)[number];

/** The standing of an author. Counts are capped at what docs/moderation.md requires. */
export interface Standing {
  /** Whether they can moderate or operate. */
  isStaff: boolean;
  isVerified: boolean;
  /** Time since registration in milliseconds. */
  age: number;
  /** Number of visible posts and comments. */
  approvedCount: number;
  /** Number of decisions against them within ninety days. */
  upheld: number;
  /** Number of distinct people who reacted to their newest posts. */
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

/** Whether a trust level is at least another. */
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
