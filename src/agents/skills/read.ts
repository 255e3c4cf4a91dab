import { getComments } from '../../social/comments/reading.ts';
import { pathOf } from '../../social/posts/paths.ts';
import { getPost } from '../../social/posts/reading/get-posts.ts';
import { parseTarget } from './metadata.ts';
import type { Skill } from './skill.ts';

const maxComments = 50;

export const read: Skill = {
  id: 'read',
  name: 'Read a post',
  description: 'Returns a post of any kind that the person can see, with its first comments.',
  tags: ['read'],
  examples: ['Read post 42'],
  text: 'Not needed.',
  needsText: false,
  metadata: { target: { type: 'string', description: 'The id or the address of the post' } },
  required: ['target'],
  output: {
    id: { type: 'string' },
    type: { type: 'string' },
    title: { type: ['string', 'null'] },
    text: { type: 'string' },
    author: { type: 'string' },
    url: { type: 'string' },
    created_at: { type: 'string', format: 'date-time' },
    comments: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          author: { type: 'string' },
          text: { type: 'string' },
          created_at: { type: 'string', format: 'date-time' },
        },
        required: ['id', 'author', 'text', 'created_at'],
      },
    },
  },
  publishes: false,
  isRead: true,
  prepare: async (app, viewer, input) => {
    const post = await getPost(app, viewer, parseTarget(input));
    return async (app) => {
      const { comments } = await getComments(app, viewer, post.id, { limit: maxComments });
      return {
        text: post.text,
        data: {
          id: post.id,
          type: post.kind,
          title: post.title,
          text: post.text,
          author: post.page?.title ?? post.author.name,
          url: `${app.config.plazaUrl}${pathOf(post)}`,
          created_at: post.createdAt.toISOString(),
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
};
