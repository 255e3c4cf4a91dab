import { msg, t, type Message } from '../../../kernel/translation/translate.ts';
import type { Decision } from './decision.ts';
import type { Link } from '../link.ts';
import type { Follower } from '../visitor/visitor.ts';

/** Somebody follows a link. */
export interface Visit {
  visitor: Follower;
  /** Milliseconds since 1970. */
  now: number;
  /** They have said the password. */
  isUnlocked: boolean;
  /** Of the short address, without `?`. */
  query: string;
  /** From 0 to 99: which of a link's variants are theirs. */
  draw: number;
}

/** Lets a visitor of a link pass, or returns what they get instead. */
interface Guard {
  name: string;
  title: Message;
  match: (link: Link, visit: Visit) => Decision | undefined;
  /** For the dry run: why it had nothing to say. */
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

/** Not of a link that is held: what it promises may be the trick. */
function hasPreview(special: Link['special']): boolean {
  if (special?.heldFor) return false;
  const { title = '', description = '', image = null } = special?.preview ?? {};
  return title !== '' || description !== '' || image !== null;
}

/** In their order, those that any link may have. */
export const commonGuards: readonly Guard[] = [suspended, disabled, expired];
/** All of them, in their order. */
export const guards: readonly Guard[] = [...commonGuards, spent, preview, password];
