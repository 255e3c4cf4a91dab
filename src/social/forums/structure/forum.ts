import type { ThreadRow } from '../threads/thread.ts';

/** Where threads about one subject stand. */
export interface Forum {
  id: string;
  sectionId: string;
  /** The forum that it is below; null: it is at the top of its section. */
  parentId: string | null;
  title: string;
  description: string;
  position: number;
  /** Since when nobody writes there any more. */
  archivedAt: Date | null;
}

/** A forum as the index shows it to a viewer. */
export interface ForumInIndex extends Forum {
  threads: number;
  replies: number;
  /** Where somebody wrote last. */
  last: Pick<ThreadRow, 'id' | 'title' | 'lastAt' | 'lastBy'> | null;
  /** There is something that the viewer has not read. */
  isUnread: boolean;
  below: ForumInIndex[];
}

export interface Section {
  id: string;
  title: string;
  position: number;
}

export interface SectionInIndex extends Section {
  forums: ForumInIndex[];
}
