import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';
import { findSimilar } from './find-similar.ts';
import type { Question } from './question.ts';
import { readAnswers, type AnswerSort } from './answers/read-answers.ts';
import { readQuestions } from './read-questions.ts';
import { questionView } from './views/question-view.ts';

interface ShowOptions {
  sort?: AnswerSort;
  /** Counts from 1. */
  page?: number;
  /** The answer to be led to, on whatever page it stands. */
  find?: string | undefined;
  state?: FormState;
}

/** A question's own page. */
export async function showQuestion(
  app: App,
  viewer: Viewer | undefined,
  question: Question,
  { sort = 'votes', page = 1, find, state }: ShowOptions = {},
): Promise<View> {
  const { id, title } = question.post;
  const [answers, subscription, [original], related] = await Promise.all([
    readAnswers(app, viewer, question, { sort, page: page - 1, find }),
    findSubscription(app, viewer, id),
    readQuestions(app, viewer, question.duplicateOf === null ? [] : [question.duplicateOf]),
    findSimilar(app, viewer, title, id),
  ]);
  return questionView(
    { question, answers, sort, isFollowed: subscription?.isOn ?? false, original, related },
    { viewer, base: app.config.plazaUrl, ...(state && { state }) },
  );
}
