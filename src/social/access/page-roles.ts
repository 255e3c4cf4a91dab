import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { SocialPage } from './page.ts';

type Standing = Pick<SocialPage, 'role'>;

/** Writes in its name, and changes and removes what was written in it. */
export const mayWrite = ({ role }: Standing): boolean =>
  role === 'owner' || role === 'admin' || role === 'editor';

/** Changes what it says of itself, and who works for it. */
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

/** Nobody sees it but its team: nothing is said in its name, and nobody is asked to like it. */
export function refuseShut({ heldAt, suspendedAt }: Pick<SocialPage, 'heldAt' | 'suspendedAt'>): void {
  if (suspendedAt) throw new Problem('forbidden', t('This page is suspended'));
  if (heldAt) throw new Problem('forbidden', t('The page is waiting for review'));
}
