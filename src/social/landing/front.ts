import type { Person } from '../../web/components/avatar.ts';

/** A thread or question on the front page. */
interface FrontEntry {
  title: string;
  href: string;
  author: string;
  replies: number;
  at: Date;
}

/** Current public content for the front page. */
export interface Front {
  threads: readonly FrontEntry[];
  questions: readonly FrontEntry[];
  people: readonly (Person & { username: string })[];
}
