import type { IconName } from './components/icon-names.ts';
import type { PageContext } from './view.ts';

/** A row of a product's navigation. */
export interface NavigationEntry {
  /** What a view names as its `section`. */
  key: string;
  label: string;
  icon: IconName;
  href: string | ((viewer: NonNullable<PageContext['viewer']>) => string);
  /** The audience. */
  for: 'anyone' | 'visitor' | 'member' | 'moderator' | 'operator';
  /** Also shown in the bottom bar of phones: at most five of those that one person sees. */
  phone?: boolean;
  /** Stands under this heading, after what stands under none. Phones show groups in a sheet. */
  group?: string;
  /** The count shown beside it. */
  count?: 'friendRequests' | 'notifications' | 'messages';
  /** Keys that lead there, such as `g h`. */
  shortcut?: string;
  /** The one act of the service, drawn as a button. */
  act?: boolean;
}

/** The rows that this viewer sees, in order. */
export function navigationFor(context: PageContext): readonly NavigationEntry[] {
  const { viewer, product } = context;
  return product.navigation.filter((entry) => {
    if (entry.for === 'anyone') return true;
    if (entry.for === 'visitor') return !viewer;
    if (!viewer) return false;
    // Operators find what moderators do among their own pages.
    if (entry.for === 'moderator') return viewer.isModerator === true && !viewer.isOperator;
    return entry.for === 'member' || viewer.isOperator;
  });
}

export function hrefOf(entry: NavigationEntry, viewer: PageContext['viewer']): string {
  if (typeof entry.href === 'string') return entry.href;
  return viewer ? entry.href(viewer) : '/signin';
}
