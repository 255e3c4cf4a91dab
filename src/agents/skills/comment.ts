import { addComment, checkComment } from '../../social/comments/comments.ts';
import { getPostHeader } from '../../social/posts/reading/visible.ts';
import { parseTarget } from './metadata.ts';
import { heldText } from './published.ts';
import type { Skill } from './skill.ts';
import { getEntries } from '../../social/comments/comment.ts';

export const comment: Skill = {
  id: 'comment',
  name: 'Comment on a post',
  description: 'Comments on a post that the person can see.',
  tags: ['publish', 'reply', 'social'],
  examples: ['Comment “Congratulations!” on post 42'],
  text: 'The text of the comment, at most 5,000 characters.',
  needsText: true,
  metadata: { target: { type: 'string', description: 'The id or the address of the post' } },
  required: ['target'],
  output: {
    id: { type: 'string' },
    post_id: { type: 'string' },
    url: { type: 'string' },
    held: { type: 'boolean', description: 'Whether a moderator reviews it before others see it' },
  },
  publishes: true,
  isRead: false,
  prepare: async (app, viewer, input) => {
    const postId = parseTarget(input);
    const text = checkComment(input.text);
    await getPostHeader(app, viewer, postId);
    return async (app) => {
      const id = await addComment(app, viewer, postId, text);
      const [entry] = await getEntries(app, viewer, [id]);
      const held = entry !== undefined && 'heldAt' in entry && entry.heldAt !== null;
      const url = `${app.config.plazaUrl}/posts/${postId}#comment-${id}`;
      return { text: held ? heldText : `Commented at ${url}`, data: { id, post_id: postId, url, held } };
    };
  },
};
