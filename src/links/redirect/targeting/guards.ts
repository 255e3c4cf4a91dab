import { msg, t, type Message } from '../../../kernel/translation/translate.ts';
import type { Decision } from './decision.ts';
import type { Link } from '../link.ts';
import type { Follower } from '../visitor/visitor.ts';

/** A visit of a link. */
export interface Visit {
  visitor: Follower;
  /** Unix time in milliseconds. */
  now: number;
  /** Whether the password was entered. */
  isUnlocked: boolean;
  /** The query string of the short URL, without `?`. */
  query: string;
  /** From 0 to 99: selects the variant. */
  draw: number;
}

/** Lets a visitor of a link pass, or returns another outcome. */
interface Guard {
  name: string;
  title: Message;
  match: (link: Link, visit: Visit) => Decision | undefined;
  /** For the dry run: explains why it did not apply. */
  open: (link: Link) => string;
}

const suspended: Guard = {
  name: 'suspended',
  title: msg('Removed by the operator'),
  match: ({ isSuspended }) => (isSuspended ? { do: 'suspended' } : undefined),
  open: () => t('Not removed'),
};

const disabled: Guard = {
  name: 'disabled',
  title: msg('Off'),
  match: ({ isDisabled }) => (isDisabled ? { do: 'disabled' } : undefined),
  open: () => t('Turned on'),
};

const expired: Guard = {
  name: 'expired',
  title: msg('Expiry date'),
  match: ({ expiresAt, expiredTo }, { now }) =>
    expiresAt !== undefined && expiresAt <= now ? { do: 'expired', to: expiredTo } : undefined,
  open: ({ expiresAt }) =>
    expiresAt === undefined
      ? t('No expiry date')
      : t('Expires {date}', { date: new Date(expiresAt).toISOString() }),
};

const spent: Guard = {
  name: 'spent',
  title: msg('Click limit'),
  match: ({ special, expiredTo }) => (special?.isSpent ? { do: 'expired', to: expiredTo } : undefined),
  open: ({ special }) => (special?.clickLimit ? t('Clicks left') : t('No click limit')),
};

const preview: Guard = {
  name: 'preview',
  title: msg('Social preview'),
  match: ({ special }, { visitor }) =>
    visitor.isPreviewer && hasPreview(special) ? { do: 'preview' } : undefined,
  open: ({ special }) => (hasPreview(special) ? t('Only for preview bots') : t('No custom preview')),
};

const password: Guard = {
  name: 'password',
  title: msg('Password'),
  match: ({ special }, { isUnlocked }) =>
    typeof special?.passwordHash === 'string' && !isUnlocked ? { do: 'ask' } : undefined,
  open: ({ special }) => (special?.passwordHash ? t('Entered') : t('No password')),
};

/** A held link has no preview, because the preview may be part of a scam. */
function hasPreview(special: Link['special']): boolean {
  if (special?.heldFor) return false;
  const { title = '', description = '', image = null } = special?.preview ?? {};
  return title !== '' || description !== '' || image !== null;
}

/** Guards that apply to any link, in order. */
export const commonGuards: readonly Guard[] = [suspended, disabled, expired];
/** All guards, in order. */
export const guards: readonly Guard[] = [...commonGuards, spent, preview, password];
