import { type Static, Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  Envelope,
  ListEnvelope,
  nextPage,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import type { Lists } from '../lists/list.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { listOfPosts } from '../posts/records/lists.ts';
import { acceptAnswer, addAnswer, editAnswer, unacceptAnswer } from './answers.ts';
import { findSimilar } from './find-similar.ts';
import { listQuestions } from './list-questions.ts';
import { askQuestion, closeQuestion, editQuestion, reopenQuestion } from './questions.ts';
import { getAnswers, getQuestion, getVote } from './reading.ts';
import { vote } from './voting.ts';
import {
  Acceptance,
  QuestionClosing,
  AnswerChange,
  AnswerQuery,
  AnswerRecord,
  NewAnswer,
  NewQuestion,
  NewVote,
  QuestionQuery,
  QuestionRecord,
  QuestionWithAnswers,
  SimilarQuery,
  toAnswerRecord,
  toQuestionRecord,
  valueOf,
} from './wire.ts';

const addition = 'Extension.';
const tag = 'Questions';
const member = operations(tag, 'member');
const anyone = operations(tag, 'anyone');
const moderator = operations(tag, 'moderator');

export const questionRoutes = [
  anyone.get({
    path: '/apis/php/questions',
    summary: 'List questions',
    description: addition,
    query: QuestionQuery,
    returns: PageEnvelope(Type.Array(QuestionRecord)),
    handle: async ({ app, viewer, query }) => {
      const { category_id: categoryId, user_id: askedBy, q: words, after, ...wanted } = query;
      const page = pageAfter(after);
      const list = await listQuestions(app, viewer, { ...wanted, categoryId, askedBy, words, page });
      return {
        data: list.items.map((each) => toQuestionRecord(app, each)),
        ...nextPage(page, list.hasMore),
      };
    },
  }),
  anyone.get({
    path: '/apis/php/questions/similar',
    summary: 'List questions similar to a draft',
    description: addition,
    verb: findSimilar,
    query: SimilarQuery,
    returns: ListEnvelope(QuestionRecord),
    handle: async ({ app, viewer, query }) => {
      const similar = await findSimilar(app, viewer, query.title);
      return { data: similar.map((each) => toQuestionRecord(app, each)), has_more: false };
    },
  }),
  anyone.get({
    path: '/apis/php/questions/question/{id}',
    summary: 'Get a question with its answers',
    description: `${addition} The accepted answer comes first. The cursor applies to the answers.`,
    params: ById,
    query: AnswerQuery,
    returns: PageEnvelope(QuestionWithAnswers),
    handle: async ({ app, viewer, params, query }) => {
      const question = await getQuestion(app, viewer, params.id);
      const { sort = 'votes', after } = query;
      const page = pageAfter(after);
      const { items: answers, hasMore } = await getAnswers(app, viewer, question, { sort, page });
      return {
        data: {
          question: toQuestionRecord(app, question),
          answers: answers.map((each) => toAnswerRecord(app, each)),
        },
        ...nextPage(page, hasMore),
      };
    },
  }),
  member.post({
    path: '/apis/php/questions/question',
    verb: askQuestion,
    summary: 'Ask a question',
    description: addition,
    body: NewQuestion,
    returns: Envelope(QuestionRecord),
    example: { title: 'How do I keep bread fresh?', text: 'It is **stale** after a day.', tags: ['bread'] },
    handle: async ({ app, viewer, body }) => {
      const id = await askQuestion(app, viewer, toNew(body));
      return { message: 'Asked', data: toQuestionRecord(app, await getQuestion(app, viewer, id)) };
    },
  }),
  member.put({
    path: '/apis/php/questions/question/{id}',
    verb: editQuestion,
    summary: 'Edit a question',
    description: `${addition} Only the asker can edit it.`,
    params: ById,
    body: NewQuestion,
    returns: Envelope(QuestionRecord),
    example: { title: 'How do I keep bread fresh?', text: 'It is stale after a day.' },
    handle: async ({ app, viewer, params, body }) => {
      await editQuestion(app, viewer, params.id, toNew(body));
      return { message: 'Changed', data: toQuestionRecord(app, await getQuestion(app, viewer, params.id)) };
    },
  }),
  member.post({
    path: '/apis/php/questions/answer',
    verb: addAnswer,
    summary: 'Answer a question',
    description: addition,
    body: NewAnswer,
    returns: Envelope(AnswerRecord),
    example: { question_id: '12', text: 'In a linen bag.' },
    handle: async ({ app, viewer, body }) => {
      const id = await addAnswer(app, viewer, body.question_id, body.text);
      return { message: 'Answered', data: await answerOf(app, viewer, id) };
    },
  }),
  member.put({
    path: '/apis/php/questions/answer/{id}',
    verb: editAnswer,
    summary: 'Edit an answer',
    description: `${addition} Only the author can edit it.`,
    params: ById,
    body: AnswerChange,
    returns: Envelope(AnswerRecord),
    example: { text: 'In a linen bag, or in the freezer.' },
    handle: async ({ app, viewer, params, body }) => {
      await editAnswer(app, viewer, params.id, body.text);
      return { message: 'Changed', data: await answerOf(app, viewer, params.id) };
    },
  }),
  member.post({
    path: '/apis/php/questions/vote',
    verb: vote,
    summary: 'Vote on a question or answer, or remove the vote',
    description: `${addition} You cannot vote on your own posts, or downvote in your first days (VOTE_DOWN_AFTER_DAYS).`,
    body: NewVote,
    returns: Envelope(QuestionRecord),
    example: { post_id: '12', vote: 'up' },
    handle: async ({ app, viewer, body }) => {
      await vote(app, viewer, body.post_id, valueOf(body.vote));
      const { id, parentId } = await getPostHeader(app, viewer, body.post_id);
      return { data: toQuestionRecord(app, await getQuestion(app, viewer, parentId ?? id)) };
    },
  }),
  member.post({
    path: '/apis/php/questions/accept',
    verb: acceptAnswer,
    summary: 'Accept an answer, or revoke the acceptance',
    description: `${addition} Only the asker can accept an answer.`,
    body: Acceptance,
    returns: Envelope(AnswerRecord),
    example: { do: 'accept', answer_id: '13' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'accept') await acceptAnswer(app, viewer, body.answer_id);
      else await unacceptAnswer(app, viewer, body.answer_id);
      return { data: await answerOf(app, viewer, body.answer_id) };
    },
  }),
  moderator.post({
    path: '/apis/php/questions/close',
    verb: closeQuestion,
    summary: 'Close or reopen a question',
    description: `${addition} For moderators.`,
    body: QuestionClosing,
    returns: Envelope(QuestionRecord),
    example: { do: 'close', question_id: '12', because: 'A matter of taste' },
    handle: async ({ app, viewer, body }) => {
      const { question_id: id, because = '', duplicate_of: duplicateOf } = body;
      if (body.do === 'close') await closeQuestion(app, viewer, id, { because, duplicateOf });
      else await reopenQuestion(app, viewer, id);
      return { data: toQuestionRecord(app, await getQuestion(app, viewer, id)) };
    },
  }),
];

const toNew = ({ tags = [], category_id, group_id, ...given }: Static<typeof NewQuestion>) => ({
  ...given,
  tags: tags.join(' '),
  categoryId: category_id,
  groupId: group_id,
});

async function answerOf(app: App, viewer: Viewer, id: string) {
  const post = await getPost(app, viewer, id);
  const { acceptedId } = await getQuestion(app, viewer, post.parentId ?? '0');
  const vote = await getVote(app, viewer, id);
  return toAnswerRecord(app, { post, isAccepted: acceptedId === id, vote });
}

export const questionLists: Lists = {
  questions: listOfPosts(async (app, viewer, { offset }) => {
    const page = await listQuestions(app, viewer, { page: offset });
    return { items: page.items.map(({ post }) => post), next: page.hasMore ? '' : undefined };
  }),
};
