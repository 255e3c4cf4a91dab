import type { IconName } from './components/icon-names.ts';
import type { PageContext } from './html.ts';

/** An entry in a product's navigation. */
export interface NavigationEntry {
  /** Matches the `section` of a view. */
  key: string;
  label: string;
  icon: IconName;
  href: string | ((viewer: NonNullable<PageContext['viewer']>) => string);
  /** Who sees the entry. */
  for: 'anyone' | 'visitor' | 'member' | 'moderator' | 'operator';
  /** Whether it is also in the bottom bar of phones, which has at most five entries per viewer. */
  phone?: boolean;
  /** The group heading. Groups follow entries without a group. Phones show groups in a sheet. */
  group?: string;
  /** Whether it is in the account menu instead. */
  inMenu?: boolean;
  /** The counter shown beside it. */
  count?: 'friendRequests' | 'notifications' | 'messages';
  /** Keyboard shortcut, such as `g h`. */
  shortcut?: string;
  /** Whether it is the service's primary action, drawn as a button. */
  act?: boolean;
}

/** The entries that the viewer sees, in order. */
export function navigationFor(context: PageContext): readonly NavigationEntry[] {
  const { viewer, product } = context;
  return product.navigation.filter((entry) => {
    if (entry.for === 'anyone') return true;
    if (entry.for === 'visitor') return !viewer;
    if (!viewer) return false;
    // For operators, moderation entries are among the operator pages.
    if (entry.for === 'moderator') return viewer.isModerator === true && !viewer.isOperator;
    return entry.for === 'member' || viewer.isOperator;
  });
}

export function hrefOf(entry: NavigationEntry, viewer: PageContext['viewer']): string {
  if (typeof entry.href === 'string') return entry.href;
  return viewer ? entry.href(viewer) : '/signin';
}
