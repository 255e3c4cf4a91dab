import { invalid } from '../../kernel/problem.ts';
import { excerptOf } from '../../social/posts/text/excerpt-of.ts';
import { pathOf } from '../../social/posts/sharing/path-of.ts';
import { searchAll } from '../../social/search/search-all.ts';
import { isBlank } from '../../kernel/clean-text.ts';
import type { Skill } from './skill.ts';

const excerpt = 280;

export const search: Skill = {
  id: 'search',
  name: 'Search',
  description:
    'Finds posts, articles, threads and questions that the person can see. The text is the query. Operators such as in:, from:, is:solved and before: narrow it.',
  tags: ['read', 'search'],
  examples: ['Search for rye bread'],
  text: 'The query.',
  needsText: true,
  metadata: {},
  required: [],
  publishes: false,
  isRead: true,
  prepare: (_app, viewer, { text }) => {
    if (isBlank(text)) throw invalid('message.parts', 'Enter a search query');
    if (text.length > 300) throw invalid('message.parts', 'The query is longer than 300 characters');
    return Promise.resolve(async (app) => {
      const { posts, articles, threads, questions } = await searchAll(app, viewer, { q: text });
      const results = [...posts, ...articles, ...threads, ...questions].map((post) => ({
        id: post.id,
        type: post.kind,
        title: post.title,
        excerpt: excerptOf(post, excerpt),
        author: post.page?.title ?? post.author.name,
        url: `${app.config.plazaUrl}${pathOf(post)}`,
        created_at: post.createdAt.toISOString(),
      }));
      return {
        text: results.length === 0 ? 'Nothing was found' : `${results.length} results`,
        data: { results },
      };
    });
  },
};
