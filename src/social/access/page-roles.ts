import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { SocialPage } from './page.ts';

type Standing = Pick<SocialPage, 'role'>;

/** Whether this role may publish as the page, and edit and delete what the page published. */
export const mayWrite = ({ role }: Standing): boolean =>
  role === 'owner' || role === 'admin' || role === 'editor';

/** Whether this role may edit the page's details and manage its team. */
export const mayManage = ({ role }: Standing): boolean => role === 'owner' || role === 'admin';

export function refuseWriting(page: Standing): void {
  if (!mayWrite(page))
    throw new Problem('forbidden', t('Only the page’s owner, admins and editors can post as the page'));
}

export function refuseManaging(page: Standing): void {
  if (!mayManage(page)) throw new Problem('forbidden', t('Only the page’s owner and admins can do that'));
}

export function refuseOthers({ role }: Standing): void {
  if (role !== 'owner') throw new Problem('forbidden', t('Only the page’s owner can do that'));
}

/**
 * Throws if the page is suspended or held. Such a page is visible only to its team: it cannot publish or ask
 * for likes.
 */
export function refuseSuspendedOrHeld({
  heldAt,
  suspendedAt,
}: Pick<SocialPage, 'heldAt' | 'suspendedAt'>): void {
  if (suspendedAt) throw new Problem('forbidden', t('This page is suspended'));
  if (heldAt) throw new Problem('forbidden', t('The page is waiting for review'));
}
