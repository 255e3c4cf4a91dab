import { Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import type { Question } from '../../../social/questions/question.ts';
import { getAnswers, getQuestion, getQuestions } from '../../../social/questions/reading.ts';
import { paidOperation, byItems, fixed } from '../../operation.ts';
import {
  countOffered,
  onlyOffered,
  listOffered,
  getOffered,
} from '../../../social/posts/reading/offered-posts.ts';
import { Cursor, paidPostExample, Limit, listShape, OptionalId, orNull, toList } from '../records/fields.ts';
import { authorsOf, postFields, toPaidPost, toPostRecords } from '../records/post-record.ts';
import type { PaidPost } from '../records/post-record.ts';
import { listToMarkdown, paidPostToMarkdown } from '../to-markdown.ts';

const questionFields = {
  ...postFields,
  tags: Type.Array(Type.String()),
  category: orNull(Type.String()),
  solved: Type.Boolean(),
  closed: Type.Boolean({ description: 'Closed to new answers' }),
};
const QuestionRecord = Type.Object(questionFields);

const AnswerRecord = Type.Object({
  ...postFields,
  accepted: Type.Boolean({ description: 'Whether the asker accepted it' }),
});

const QuestionWithAnswers = Type.Object({
  ...questionFields,
  page: Type.Integer(),
  more_answers: Type.Boolean({ description: 'Whether there is another page of answers' }),
  answers: Type.Array(AnswerRecord, { description: 'The accepted answer first, then by votes, 20 per page' }),
});

const exampleQuestion = {
  ...paidPostExample('question', 'How long does a starter keep?', 'In the fridge, unfed.'),
  tags: ['baking'],
  category: 'Food',
  solved: true,
  closed: false,
};

interface Input {
  limit: number;
  cursor?: string | undefined;
  hashtag?: string | undefined;
  solved?: boolean | undefined;
}

const wantedOf = ({ limit, cursor, hashtag, solved }: Input) => ({
  kinds: ['question'] as const,
  hashtag,
  isSolved: solved,
  before: cursor,
  limit,
});

const withDetails = (record: PaidPost, { tags, category, solvedAt, post }: Question) => ({
  ...record,
  tags,
  category: category?.name ?? null,
  solved: solvedAt !== null,
  closed: post.lockedAt !== null,
});

async function listQuestions(app: App, input: Input) {
  const { posts, next } = await listOffered(app, wantedOf(input));
  const [records, questions] = await Promise.all([
    toPostRecords(app, posts),
    getQuestions(
      app,
      undefined,
      posts.map(({ id }) => id),
    ),
  ]);
  const byId = new Map(questions.map((question) => [question.post.id, question]));
  const items = records.flatMap((record) => {
    const question = byId.get(record.id);
    return question ? [withDetails(record, question)] : [];
  });
  return toList(items, next);
}

export const questionOperations = [
  paidOperation({
    path: '/api/questions',
    title: 'Questions',
    summary: 'List the newest public questions',
    tag: 'Content',
    price: byItems(),
    input: Type.Object({
      limit: Limit,
      cursor: Cursor,
      hashtag: Type.Optional(Type.String({ maxLength: 100, description: 'Only questions with this tag' })),
      solved: Type.Optional(
        Type.Boolean({ description: 'true for questions with an accepted answer, false for those without' }),
      ),
    }),
    output: listShape(QuestionRecord),
    example: { input: { limit: 1 }, output: toList([exampleQuestion], '1024') },
    items: (app, input) => countOffered(app, wantedOf(input)),
    answer: listQuestions,
    authors: ({ items }) => authorsOf(items),
    markdown: (_app, { items }) => listToMarkdown('Questions', items),
  }),
  paidOperation({
    path: '/api/question',
    title: 'Question',
    summary: 'Retrieve a question with a page of its answers, the accepted one first',
    tag: 'Content',
    price: fixed(),
    input: Type.Object({
      id: OptionalId,
      page: Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 1,
        description: 'Page number of the answers',
      }),
    }),
    output: QuestionWithAnswers,
    example: {
      input: { id: '1024' },
      output: {
        ...exampleQuestion,
        page: 1,
        more_answers: false,
        answers: [{ ...paidPostExample('answer', '', 'Up to two weeks.'), accepted: true }],
      },
    },
    answer: async (app, { id, page }) => {
      const { id: found } = await getOffered(app, ['question'], id);
      const question = await getQuestion(app, undefined, found);
      const answers = await getAnswers(app, undefined, question, { page: page - 1 });
      const offered = await onlyOffered(
        app,
        answers.items.map(({ post }) => post),
      );
      const records = await toPostRecords(app, offered);
      return {
        ...withDetails(await toPaidPost(app, question.post), question),
        page,
        more_answers: answers.hasMore,
        answers: records.map((record) => ({ ...record, accepted: record.id === question.acceptedId })),
      };
    },
    authors: ({ answers, ...question }) => authorsOf([question, ...answers]),
    markdown: (_app, { answers, ...question }) => paidPostToMarkdown(question, answers),
  }),
];
