import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { findSimilarIds } from './find-similar.ts';
import type { Question } from './question.ts';
import { findAnswers, toAnswers, type AnswerSort } from './answers/get-answers.ts';
import { getQuestionFacts, toQuestions } from './get-questions.ts';
import { questionView } from './views/question-view.ts';

interface ShowOptions {
  sort?: AnswerSort;
  /** Page number from 1. */
  page?: number;
  /** The answer to show, on whichever page it is. */
  find?: string | undefined;
  state?: FormState;
}

/** The page of a question. */
export async function showQuestion(
  app: App,
  viewer: Viewer | undefined,
  question: Question,
  { sort = 'votes', page = 1, find, state }: ShowOptions = {},
): Promise<View> {
  const { duplicateOf } = question;
  const { id, title } = question.post;
  const [found, similar] = await Promise.all([
    findAnswers(app, viewer, question, { sort, page: page - 1, find }),
    findSimilarIds(app, viewer, title, id),
  ]);
  const others = [...new Set(duplicateOf === null ? similar : [...similar, duplicateOf])];
  const [posts, facts] = await Promise.all([
    getPosts(app, viewer, [...found.votes.keys(), ...others]),
    getQuestionFacts(app, viewer, others),
  ]);
  const questions = toQuestions(posts, facts);
  return questionView(
    {
      question,
      answers: toAnswers(question, found, posts),
      sort,
      original: questions.find(({ post }) => post.id === duplicateOf),
      related: questions.filter(({ post }) => similar.includes(post.id)),
    },
    { viewer, base: app.config.plazaUrl, ...(state && { state }) },
  );
}
