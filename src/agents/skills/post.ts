import { checkPost, type NewPost } from '../../social/posts/new-post.ts';
import { publishPost } from '../../social/posts/publishing.ts';
import { parseWord } from './metadata.ts';
import { publishedOutput, publishedPost } from './published.ts';
import type { Skill } from './skill.ts';

export const post: Skill = {
  id: 'post',
  name: 'Publish a post',
  description: 'Publishes a post on the person’s profile, for friends or for everyone.',
  tags: ['publish', 'social'],
  examples: ['Post “The market opens at nine” for friends'],
  text: 'The text of the post, at most 5,000 characters.',
  needsText: true,
  metadata: {
    privacy: {
      type: 'string',
      enum: ['friends', 'public'],
      description: 'The audience, friends by default',
    },
  },
  required: [],
  output: publishedOutput,
  publishes: true,
  isRead: false,
  prepare: (_app, viewer, input) => {
    const given: NewPost = {
      text: input.text,
      privacy: parseWord(input, 'privacy', ['friends', 'public'] as const, 'friends'),
      photos: [],
    };
    checkPost(given);
    return Promise.resolve(async (app) => publishedPost(app, viewer, await publishPost(app, viewer, given)));
  },
};
