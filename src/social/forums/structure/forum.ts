import type { ThreadRow } from '../threads/thread.ts';

/** A forum: threads about one subject. */
export interface Forum {
  id: string;
  sectionId: string;
  /** The parent forum. Null for a top-level forum. */
  parentId: string | null;
  title: string;
  description: string;
  position: number;
  /** When the forum was archived. Archived forums are read-only. */
  archivedAt: Date | null;
}

/** A forum in the index, as one viewer sees it. */
export interface ForumInIndex extends Forum {
  threads: number;
  replies: number;
  /** The thread with the latest post. */
  last: Pick<ThreadRow, 'id' | 'title' | 'lastAt' | 'lastBy'> | null;
  /** Whether the forum has posts unread by the viewer. */
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
