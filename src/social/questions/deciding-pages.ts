import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import { refused } from '../../web/refused.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { pathOf } from '../posts/paths.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { acceptAnswer, unacceptAnswer } from './answers/accept-answer.ts';
import { closeQuestion, reopenQuestion } from './close-question.ts';
import { getQuestion } from './get-questions.ts';
import { closeView } from './views/question-form.ts';
import { vote } from './answers/vote.ts';
import { valueOf, voteWords } from './wire.ts';

const member = pagesFor('member');
const moderator = pagesFor('moderator');

export const questionDecidingPages = [
  member.post({
    path: '/questions/vote/:id',
    limit: { by: ['account'], calls: 300, within: minutes(5) },
    params: ById,
    body: Type.Object({ vote: Type.Enum([...voteWords]) }),
    handle: async ({ app, viewer, params, body }) => {
      await vote(app, viewer, params.id, valueOf(body.vote));
      return redirect(encodePath(pathOf(await getPostHeader(app, viewer, params.id))));
    },
  }),
  member.post({
    path: '/questions/accept/:id',
    params: ById,
    body: Type.Object({ do: Type.Enum(['accept', 'unaccept']) }),
    handle: async ({ app, viewer, params, body }) => {
      if (body.do === 'accept') await acceptAnswer(app, viewer, params.id);
      else await unacceptAnswer(app, viewer, params.id);
      return redirect(encodePath(pathOf(await getPostHeader(app, viewer, params.id))), {
        kind: 'success',
        text: body.do === 'accept' ? t('Answer accepted') : t('Answer no longer accepted'),
      });
    },
  }),
  moderator.get({
    path: '/questions/close/:id',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const question = await getQuestion(app, viewer, params.id);
      const { closedReason: because, duplicateOf } = question;
      return closeView(question, { values: { because, duplicate_of: duplicateOf ?? undefined } });
    },
  }),
  moderator.post({
    path: '/questions/close/:id',
    params: ById,
    body: Type.Object({
      because: Type.String({ maxLength: 2000, default: '' }),
      duplicate_of: Type.String({ maxLength: 400, default: '' }),
    }),
    handle: async ({ app, viewer, params, body }) => {
      await closeQuestion(app, viewer, params.id, {
        because: body.because,
        duplicateOf: idIn(body.duplicate_of),
      });
      const { post } = await getQuestion(app, viewer, params.id);
      return redirect(encodePath(pathOf(post)), { kind: 'success', text: t('Question closed') });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      closeView(await getQuestion(app, viewer, params.id), refused(body, problem)),
  }),
  moderator.post({
    path: '/questions/reopen/:id',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await reopenQuestion(app, viewer, params.id);
      const { post } = await getQuestion(app, viewer, params.id);
      return redirect(encodePath(pathOf(post)), {
        kind: 'success',
        text: t('Question reopened'),
      });
    },
  }),
];

const encodePath = (path: string) => encodeURI(path);

/** Parses a question ID from a number or URL. Returns '0' for other input, which matches no question. */
const idIn = (text: string): string =>
  text.trim() === '' ? '' : (/(?:^|\/questions\/)(\d{1,18})(?:$|[/?#])/.exec(text.trim())?.[1] ?? '0');
