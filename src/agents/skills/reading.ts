import { Type } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import { isBlank } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import { getComments } from '../../social/comments/reading.ts';
import type { Post } from '../../social/posts/post.ts';
import { getPost } from '../../social/posts/reading/get-posts.ts';
import { pathOf } from '../../social/posts/paths.ts';
import { excerptOf } from '../../social/posts/texts.ts';
import { searchFor } from '../../social/search/search-all.ts';
import { parseSkillTarget, skill, targetParameter } from '../skill.ts';

const maxComments = 50;
const excerptLength = 280;

const title = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const at = Type.String({ format: 'date-time' });

const header = (app: App, post: Post) => ({
  id: post.id,
  type: post.kind,
  title: post.title,
  author: post.page?.title ?? post.author.name,
  url: `${app.config.plazaUrl}${pathOf(post)}`,
  created_at: post.createdAt.toISOString(),
});

export const search = skill({
  id: 'search',
  name: 'Search',
  description:
    'Finds posts, articles, threads and questions that the person can see. Operators such as in:, from:, is:solved and before: narrow it.',
  tags: ['read', 'search'],
  examples: ['Search for rye bread'],
  input: { text: Type.String({ maxLength: 300, description: 'The query.' }) },
  output: {
    results: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        title,
        excerpt: Type.String(),
        author: Type.String(),
        url: Type.String(),
        created_at: at,
      }),
    ),
  },
  publishes: false,
  isRead: true,
  verb: searchFor,
  prepare: (_app, viewer, { text }) => {
    if (isBlank(text)) throw invalid('text', 'Enter a search query');
    return Promise.resolve(async (app) => {
      const { posts, articles, threads, questions } = await searchFor(app, viewer, { q: text });
      const results = [...posts, ...articles, ...threads, ...questions].map((post) => ({
        ...header(app, post),
        excerpt: excerptOf(post, excerptLength),
      }));
      return {
        text: results.length === 0 ? 'Nothing was found' : `${results.length} results`,
        data: { results },
      };
    });
  },
});

export const read = skill({
  id: 'read',
  name: 'Read a post',
  description: 'Returns a post of any kind that the person can see, with its first comments.',
  tags: ['read'],
  examples: ['Read post 42'],
  input: { target: targetParameter('The id or the address of the post') },
  output: {
    id: Type.String(),
    type: Type.String(),
    title,
    text: Type.String(),
    author: Type.String(),
    url: Type.String(),
    created_at: at,
    comments: Type.Array(
      Type.Object({ id: Type.String(), author: Type.String(), text: Type.String(), created_at: at }),
    ),
  },
  publishes: false,
  isRead: true,
  prepare: async (app, viewer, { target }) => {
    const post = await getPost(app, viewer, parseSkillTarget(target));
    return async (app) => {
      const { comments } = await getComments(app, viewer, post.id, { limit: maxComments });
      return {
        text: post.text,
        data: {
          ...header(app, post),
          text: post.text,
          comments: comments.slice(0, maxComments).map((said) => ({
            id: said.id,
            author: said.author.name,
            text: said.text,
            created_at: said.createdAt.toISOString(),
          })),
        },
      };
    };
  },
});
