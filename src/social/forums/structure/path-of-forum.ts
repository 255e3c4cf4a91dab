import { slugOf } from '../../posts/paths.ts';

/** The path of a forum. */
export const pathOfForum = ({ id, title }: { id: string; title: string }) => `/forums/${id}/${slugOf(title)}`;

/** The path of a thread. The first page has no page number. */
export const pathOfThread = ({ id, title }: { id: string; title: string }, page = 1) =>
  `/forums/threads/${id}/${slugOf(title)}${page > 1 ? `?page=${page}` : ''}`;
