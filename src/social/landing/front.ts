import type { Person } from '../../web/components/avatar.ts';

/** A thread or a question as the front page names it. */
interface FrontEntry {
  title: string;
  href: string;
  author: string;
  replies: number;
  at: Date;
}

/** What is public here now, for the front page. */
export interface Front {
  threads: readonly FrontEntry[];
  questions: readonly FrontEntry[];
  people: readonly (Person & { username: string })[];
}
