import type { Lists } from '../lists/list.ts';
import { ownerOf } from '../people/records/list-of-people.ts';
import { listOfPosts } from '../posts/records/list-of-posts.ts';
import type { PostKind } from '../posts/post.ts';
import { listOnProfile, listPostsByKind } from './list-written.ts';

const written = (kind: Extract<PostKind, 'article' | 'question' | 'answer'>) =>
  listOfPosts(async (app, viewer, wanted) =>
    listPostsByKind(app, viewer, await ownerOf(app, viewer, wanted), kind, { page: wanted.offset }),
  );

export const profileLists: Lists = {
  posts_profile: listOfPosts(async (app, viewer, wanted) =>
    listOnProfile(app, viewer, await ownerOf(app, viewer, wanted), { page: wanted.offset }),
  ),
  articles_profile: written('article'),
  questions_profile: written('question'),
  answers_profile: written('answer'),
};
