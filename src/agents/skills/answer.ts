import { missing } from '../../kernel/problem.ts';
import { checkPost } from '../../social/posts/new-post.ts';
import { getPostHeader } from '../../social/posts/reading/visible.ts';
import { addAnswer } from '../../social/questions/answers.ts';
import { parseTarget } from './metadata.ts';
import { publishedOutput, publishedPost } from './published.ts';
import type { Skill } from './skill.ts';

export const answer: Skill = {
  id: 'answer',
  name: 'Answer a question',
  description: 'Answers a question, in Markdown.',
  tags: ['publish', 'questions'],
  examples: ['Answer question 42: “Feed it once a week.”'],
  text: 'The answer, in Markdown.',
  needsText: true,
  metadata: { target: { type: 'string', description: 'The id or the address of the question' } },
  required: ['target'],
  output: publishedOutput,
  publishes: true,
  isRead: false,
  prepare: async (app, viewer, input) => {
    const questionId = parseTarget(input);
    checkPost({ kind: 'answer', text: input.text, privacy: 'public', photos: [], parentId: questionId });
    const { kind } = await getPostHeader(app, viewer, questionId);
    if (kind !== 'question') throw missing('Question');
    return async (app) => publishedPost(app, viewer, await addAnswer(app, viewer, questionId, input.text));
  },
};
