import { getPostHeader } from '../../social/posts/reading/visible.ts';
import { react as reactToPost } from '../../social/reactions/reactions.ts';
import { reactionKinds } from '../../social/tallies/reaction-kinds.ts';
import { parseTarget, parseWord } from './metadata.ts';
import type { Skill } from './skill.ts';

export const react: Skill = {
  id: 'react',
  name: 'React to a post',
  description: 'Reacts to a post that the person can see.',
  tags: ['social'],
  examples: ['Like post 42'],
  text: 'Not needed.',
  needsText: false,
  metadata: {
    target: { type: 'string', description: 'The id or the address of the post' },
    reaction: { type: 'string', enum: reactionKinds, description: 'The reaction, like by default' },
  },
  required: ['target'],
  output: { post_id: { type: 'string' }, reaction: { type: 'string', enum: reactionKinds } },
  publishes: false,
  isRead: false,
  prepare: async (app, viewer, input) => {
    const postId = parseTarget(input);
    const kind = parseWord(input, 'reaction', reactionKinds, 'like');
    await getPostHeader(app, viewer, postId);
    return async (app) => {
      await reactToPost(app, viewer, postId, kind);
      return { text: `Reacted with ${kind}`, data: { post_id: postId, reaction: kind } };
    };
  },
};
