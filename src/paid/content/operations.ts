import type { PaidOperation } from '../operation.ts';
import { articleOperations } from './operations/articles.ts';
import { forumOperations } from './operations/forums.ts';
import { pageOperations } from './operations/pages.ts';
import { postOperations } from './operations/posts.ts';
import { profileOperations } from './operations/profiles.ts';
import { questionOperations } from './operations/questions.ts';
import { searchOperations } from './operations/search.ts';
import { trendingOperations } from './operations/trending.ts';

/** Public content for sale, in the order of catalogs. */
export const contentOperations: readonly PaidOperation[] = [
  ...trendingOperations,
  ...searchOperations,
  ...postOperations,
  ...profileOperations,
  ...articleOperations,
  ...forumOperations,
  ...questionOperations,
  ...pageOperations,
];
