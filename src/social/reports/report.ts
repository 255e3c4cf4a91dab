import type { Comment } from '../comments/comment.ts';
import type { Person } from '../people/person.ts';
import type { Post } from '../posts/post.ts';

/** What can be reported. */
export const reportSubjects = ['person', 'post', 'comment'] as const;
export type ReportSubject = (typeof reportSubjects)[number];

/** What moderators decide about it: leave it, hide it until somebody looks again, take it away, warn or suspend its author. */
export const reportDecisions = ['keep', 'hide', 'remove', 'warn', 'suspend'] as const;
export type ReportDecision = (typeof reportDecisions)[number];

/** Something that people reported and nobody has decided about. */
export interface Reported {
  subject: ReportSubject;
  id: string;
  author: Person;
  /** How many people reported it. */
  reporters: number;
  /** Since when it waits. */
  since: Date;
  /** The first few, with what they gave as reason. */
  reasons: { category: string; reason: string; by: string }[];
  /** The thing itself, unless a person is reported. */
  post?: Post;
  comment?: Pick<Comment, 'id' | 'postId' | 'text' | 'author' | 'createdAt'>;
}
