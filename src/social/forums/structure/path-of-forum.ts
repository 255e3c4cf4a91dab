import { slugOf } from '../../posts/slug.ts';

/** Where a forum is read. */
export const pathOfForum = ({ id, title }: { id: string; title: string }) => `/forums/${id}/${slugOf(title)}`;

/** Where a thread is read; of its pages the first has the address without a number. */
export const pathOfThread = ({ id, title }: { id: string; title: string }, page = 1) =>
  `/forums/threads/${id}/${slugOf(title)}${page > 1 ? `?page=${page}` : ''}`;
