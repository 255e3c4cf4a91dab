import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { getEntries } from '../../social/comments/comment.ts';
import { addComment, checkComment } from '../../social/comments/comments.ts';
import { checkPost, type NewPost } from '../../social/posts/new-post.ts';
import { publishPost } from '../../social/posts/publishing.ts';
import { getPostHeader } from '../../social/posts/reading/visible.ts';
import { getPost } from '../../social/posts/reading/get-posts.ts';
import { pathOf } from '../../social/posts/paths.ts';
import { addAnswer } from '../../social/questions/answers.ts';
import { askQuestion, checkQuestion } from '../../social/questions/questions.ts';
import { react as reactToPost } from '../../social/reactions/reactions.ts';
import { reactionKinds } from '../../social/tallies/reaction-kinds.ts';
import { parseSkillTarget, skill, targetParameter, wordOf } from '../skill.ts';

const held = Type.Boolean({ description: 'Whether a moderator reviews it before others see it' });
const heldText = 'Held for review: others see it once a moderator approves it';

/** The result of a published post of any kind. */
const published = {
  id: Type.String(),
  type: Type.String(),
  url: Type.String(),
  privacy: Type.String(),
  held,
};

async function publishedPost(app: App, viewer: Viewer, id: string) {
  const post = await getPost(app, viewer, id);
  const url = `${app.config.plazaUrl}${pathOf(post)}`;
  return {
    text: post.heldAt ? heldText : `Published at ${url}`,
    data: { id, type: post.kind, url, privacy: post.privacy, held: post.heldAt !== null },
  };
}

export const post = skill({
  id: 'post',
  name: 'Publish a post',
  description: 'Publishes a post on the person’s profile, for friends or for everyone.',
  tags: ['publish', 'social'],
  examples: ['Post “The market opens at nine” for friends'],
  verb: publishPost,
  input: {
    text: Type.String({ description: 'The text of the post, at most 5,000 characters.' }),
    privacy: Type.Optional(wordOf(['friends', 'public'], 'The audience, friends by default')),
  },
  output: published,
  publishes: true,
  isRead: false,
  prepare: (_app, viewer, { text, privacy = 'friends' }) => {
    const given: NewPost = { text, privacy, photos: [] };
    checkPost(given);
    return Promise.resolve(async (app) => publishedPost(app, viewer, await publishPost(app, viewer, given)));
  },
});

export const comment = skill({
  id: 'comment',
  name: 'Comment on a post',
  description: 'Comments on a post that the person can see.',
  tags: ['publish', 'reply', 'social'],
  examples: ['Comment “Congratulations!” on post 42'],
  verb: addComment,
  input: {
    text: Type.String({ description: 'The text of the comment, at most 5,000 characters.' }),
    target: targetParameter('The id or the address of the post'),
  },
  output: { id: Type.String(), post_id: Type.String(), url: Type.String(), held },
  publishes: true,
  isRead: false,
  prepare: async (app, viewer, input) => {
    const postId = parseSkillTarget(input.target);
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
});

export const react = skill({
  id: 'react',
  name: 'React to a post',
  description: 'Reacts to a post that the person can see.',
  tags: ['social'],
  examples: ['Like post 42'],
  verb: reactToPost,
  input: {
    target: targetParameter('The id or the address of the post'),
    reaction: Type.Optional(wordOf(reactionKinds, 'The reaction, like by default')),
  },
  output: { post_id: Type.String(), reaction: Type.String({ enum: [...reactionKinds] }) },
  publishes: false,
  isRead: false,
  prepare: async (app, viewer, { target, reaction = 'like' }) => {
    const postId = parseSkillTarget(target);
    await getPostHeader(app, viewer, postId);
    return async (app) => {
      await reactToPost(app, viewer, postId, reaction);
      return { text: `Reacted with ${reaction}`, data: { post_id: postId, reaction } };
    };
  },
});

export const ask = skill({
  id: 'ask',
  name: 'Ask a question',
  description: 'Asks a public question.',
  tags: ['publish', 'questions'],
  examples: ['Ask “How do I keep sourdough alive?”'],
  verb: askQuestion,
  input: {
    text: Type.String({ description: 'What the question is about, in Markdown.' }),
    title: Type.String({ maxLength: 500, description: 'The question in one sentence' }),
    tags: Type.Optional(Type.String({ maxLength: 500, description: 'Up to five tags, separated by commas' })),
  },
  output: published,
  publishes: true,
  isRead: false,
  prepare: async (app, viewer, given) => {
    await checkQuestion(app, given);
    return async (app) => publishedPost(app, viewer, await askQuestion(app, viewer, given));
  },
});

export const answer = skill({
  id: 'answer',
  name: 'Answer a question',
  description: 'Answers a question, in Markdown.',
  tags: ['publish', 'questions'],
  examples: ['Answer question 42: “Feed it once a week.”'],
  verb: addAnswer,
  input: {
    text: Type.String({ description: 'The answer, in Markdown.' }),
    target: targetParameter('The id or the address of the question'),
  },
  output: published,
  publishes: true,
  isRead: false,
  prepare: async (app, viewer, { text, target }) => {
    const questionId = parseSkillTarget(target);
    checkPost({ kind: 'answer', text, privacy: 'public', photos: [], parentId: questionId });
    const { kind } = await getPostHeader(app, viewer, questionId);
    if (kind !== 'question') throw missing('Question');
    return async (app) => publishedPost(app, viewer, await addAnswer(app, viewer, questionId, text));
  },
});
