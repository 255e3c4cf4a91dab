import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import type { AnswerSort } from './answers/get-answers.ts';

/** The path of a page of answers. */
export function pathOfAnswers(question: Post, page: number, sort: AnswerSort): string {
  const query = new URLSearchParams();
  if (sort !== 'votes') query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? pathOf(question) : `${pathOf(question)}?${query}`;
}

export interface QuestionFilter {
  sort?: string | undefined;
  tag?: string | undefined;
  category?: string | undefined;
  q?: string | undefined;
  after?: string | undefined;
  page?: number | undefined;
}

/** The path of a list of questions. */
export function pathOfList({ page, ...filter }: QuestionFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  if (page) query.set('page', String(page));
  return query.size === 0 ? '/questions' : `/questions?${query}`;
}
