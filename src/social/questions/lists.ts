import type { Lists } from '../lists/list.ts';
import { listOfPosts } from '../posts/records/lists.ts';
import { listQuestions } from './list-questions.ts';

export const questionLists: Lists = {
  questions: listOfPosts(async (app, viewer, { offset }) => {
    const page = await listQuestions(app, viewer, { page: offset });
    return { items: page.items.map(({ post }) => post), next: page.hasMore ? '' : undefined };
  }),
};
