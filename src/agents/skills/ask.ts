import { invalid } from '../../kernel/problem.ts';
import { askQuestion, checkQuestion } from '../../social/questions/questions.ts';
import { parseText } from './metadata.ts';
import { publishedOutput, publishedPost } from './published.ts';
import type { Skill } from './skill.ts';

export const ask: Skill = {
  id: 'ask',
  name: 'Ask a question',
  description: 'Asks a public question.',
  tags: ['publish', 'questions'],
  examples: ['Ask “How do I keep sourdough alive?”'],
  text: 'What the question is about, in Markdown.',
  needsText: true,
  metadata: {
    title: { type: 'string', description: 'The question in one sentence' },
    tags: { type: 'string', description: 'Up to five tags, separated by commas' },
  },
  required: ['title'],
  output: publishedOutput,
  publishes: true,
  isRead: false,
  prepare: async (app, viewer, input) => {
    const title = parseText(input, 'title');
    if (title === undefined)
      throw invalid(`${input.fields.prefix}title`, `${input.fields.prefix}title is missing: the question`);
    const given = { title, text: input.text, tags: parseText(input, 'tags') };
    await checkQuestion(app, given);
    return async (app) => publishedPost(app, viewer, await askQuestion(app, viewer, given));
  },
};
