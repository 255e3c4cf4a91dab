import { Type, type Static } from 'typebox';
import { Id, idOf } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { After } from '../../platform/http/families/social.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { questionSorts, type QuestionSort } from './list-questions.ts';
import type { Answer, Question, Vote } from './question.ts';
import { answerSorts, type AnswerSort } from './reading.ts';

export const voteWords = ['up', 'down', 'none'] as const;
type VoteWord = (typeof voteWords)[number];
export const valueOf = (word: VoteWord): Vote => (word === 'up' ? 1 : word === 'down' ? -1 : 0);
const wordOf = (vote: Vote): VoteWord => (vote === 1 ? 'up' : vote === -1 ? 'down' : 'none');

const Text = Type.String({ maxLength: 120_000, description: 'Markdown' });

export const QuestionQuery = Type.Object({
  sort: Type.Optional(
    Type.Unsafe<QuestionSort>({
      type: 'string',
      enum: [...questionSorts],
      description: 'Defaults to newest first, or to relevance with q',
    }),
  ),
  tag: Type.Optional(Type.String({ maxLength: 100 })),
  category_id: Type.Optional(Id),
  user_id: Type.Optional(idOf('Who asked')),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the title or text' })),
  ...After,
});

export const AnswerQuery = Type.Object({
  sort: Type.Optional(
    Type.Unsafe<AnswerSort>({
      type: 'string',
      enum: [...answerSorts],
      description: 'Sorted by votes, the accepted answer is first',
    }),
  ),
  ...After,
});

export const SimilarQuery = Type.Object({ title: Type.String({ maxLength: 400 }) });

export const NewQuestion = Type.Object(
  {
    title: Type.String({ maxLength: 2000 }),
    text: Text,
    tags: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20, description: 'At most five words' }),
    ),
    category_id: Type.Optional(Id),
    group_id: Type.Optional(
      Type.String({
        pattern: '^[0-9]{0,18}$',
        description: 'Group of yours in which it is asked, where it stays',
      }),
    ),
  },
  { title: 'NewQuestion' },
);
export const NewAnswer = Type.Object({ question_id: Id, text: Text });
export const AnswerChange = Type.Object({ text: Text });
export const NewVote = Type.Object({ post_id: Id, vote: Type.Enum([...voteWords]) });
export const Acceptance = Type.Object({ do: Type.Enum(['accept', 'unaccept']), answer_id: Id });
export const QuestionClosing = Type.Object(
  {
    do: Type.Enum(['close', 'reopen']),
    question_id: Id,
    because: Type.Optional(Type.String({ maxLength: 2000, description: 'Public reason' })),
    duplicate_of: Type.Optional(Id),
  },
  { title: 'QuestionClosing' },
);

const iVote = Type.Enum([...voteWords], { description: 'Your vote' });

/** A question as the authenticated user sees it. */
export const QuestionRecord = Type.Object(
  {
    ...PostRecord.properties,
    tags: Type.Array(Type.String()),
    category_id: Type.String({ description: 'Empty if there is none' }),
    category: Type.String({ description: 'Name of the category' }),
    solved: Type.Boolean(),
    accepted_answer_id: Type.String({ description: 'Empty if there is none' }),
    closed: Type.Boolean(),
    closed_because: Type.String(),
    duplicate_of: Type.String({ description: 'Empty if it is no duplicate' }),
    last_activity: Type.String({ description: 'ISO 8601' }),
    i_vote: iVote,
  },
  { title: 'Question' },
);

export const AnswerRecord = Type.Object(
  {
    ...PostRecord.properties,
    question_id: Type.String(),
    accepted: Type.Boolean(),
    i_vote: iVote,
  },
  { title: 'Answer' },
);

export const QuestionWithAnswers = Type.Object({
  question: QuestionRecord,
  answers: Type.Array(AnswerRecord),
});

export const toQuestionRecord = (app: App, question: Question): Static<typeof QuestionRecord> => ({
  ...toPostRecord(app, question.post),
  tags: question.tags,
  category_id: question.category?.id ?? '',
  category: question.category?.name ?? '',
  solved: question.solvedAt !== null,
  accepted_answer_id: question.acceptedId ?? '',
  closed: question.post.lockedAt !== null,
  closed_because: question.closedReason,
  duplicate_of: question.duplicateOf ?? '',
  last_activity: question.activeAt.toISOString(),
  i_vote: wordOf(question.vote),
});

export const toAnswerRecord = (
  app: App,
  { post, isAccepted, vote }: Answer,
): Static<typeof AnswerRecord> => ({
  ...toPostRecord(app, post),
  question_id: post.parentId ?? '',
  accepted: isAccepted,
  i_vote: wordOf(vote),
});
