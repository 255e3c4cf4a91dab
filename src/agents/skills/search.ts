import { invalid } from '../../kernel/problem.ts';
import { excerptOf } from '../../social/posts/texts.ts';
import { pathOf } from '../../social/posts/paths.ts';
import { searchAll } from '../../social/search/search-all.ts';
import { isBlank } from '../../kernel/text.ts';
import type { Skill } from './skill.ts';

const excerpt = 280;

export const search: Skill = {
  id: 'search',
  name: 'Search',
  description:
    'Finds posts, articles, threads and questions that the person can see. Operators such as in:, from:, is:solved and before: narrow it.',
  tags: ['read', 'search'],
  examples: ['Search for rye bread'],
  text: 'The query.',
  needsText: true,
  metadata: {},
  required: [],
  output: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          type: { type: 'string' },
          title: { type: ['string', 'null'] },
          excerpt: { type: 'string' },
          author: { type: 'string' },
          url: { type: 'string' },
          created_at: { type: 'string', format: 'date-time' },
        },
        required: ['id', 'type', 'title', 'excerpt', 'author', 'url', 'created_at'],
      },
    },
  },
  publishes: false,
  isRead: true,
  prepare: (_app, viewer, { text, fields }) => {
    if (isBlank(text)) throw invalid(fields.text, 'Enter a search query');
    if (text.length > 300) throw invalid(fields.text, 'The query is longer than 300 characters');
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
