import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { minutes } from '../../kernel/time.ts';
import { type Download, movedTo, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { listCategories } from '../categories.ts';
import { pathOf } from '../posts/paths.ts';
import { follow, unfollow } from '../notifications/thread-subscriptions.ts';
import { findSimilar } from './find-similar.ts';
import { listQuestions, questionSorts, type QuestionSort } from './list-questions.ts';
import { listTags } from './list-tags.ts';
import { answerSorts, getAnswers, type AnswerSort } from './answers/get-answers.ts';
import { getQuestion } from './get-questions.ts';
import { showQuestion } from './show-question.ts';
import { questionsToMarkdown, questionToMarkdown } from './to-markdown.ts';
import { similarView } from './views/question-form.ts';
import { questionListView } from './views/question-list.ts';
import { isAt } from './views/question-view.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 }));
const Shown = Type.Object({
  answer: Type.Optional(Id),
  page: Page,
  sort: Type.Optional(Type.Unsafe<AnswerSort>({ type: 'string', enum: [...answerSorts] })),
});

const markdown = (body: string): Download => ({ type: 'text/markdown; charset=utf-8', body });

export const questionPages = [
  anyone.get({
    path: '/questions',
    cached: true,
    query: Type.Object({
      sort: Type.Optional(Type.Unsafe<QuestionSort>({ type: 'string', enum: [...questionSorts] })),
      tag: Type.Optional(Type.String({ maxLength: 100 })),
      category: Type.Optional(Id),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      after: Type.Optional(Type.String({ maxLength: 40 })),
      page: Page,
    }),
    handle: async ({ app, viewer, client, query }) => {
      const { category, q, ...wanted } = query;
      const [questions, categories, tags] = await Promise.all([
        listQuestions(app, viewer, { ...wanted, words: q, categoryId: category }),
        listCategories(app, 'questions'),
        listTags(app),
      ]);
      const base = app.config.plazaUrl;
      client.setHeader('vary', 'Accept');
      if (prefersMarkdown(client.accept))
        return markdown(questionsToMarkdown(t('Questions'), questions.items, base));
      return questionListView(questions, { filter: query, categories, tags, base });
    },
  }),
  anyone.get({
    path: '/questions/similar',
    limit: { by: ['address'], calls: 300, within: minutes(5) },
    query: Type.Object({ title: Type.Optional(Type.String({ maxLength: 400 })) }),
    handle: async ({ app, viewer, query: { title = '' } }) =>
      similarView(title, await findSimilar(app, viewer, title)),
  }),
  anyone.get({
    path: '/questions/:id',
    params: ById,
    query: Shown,
    handle: async ({ app, viewer, params, query }) =>
      movedTo(withQuery(pathOf((await getQuestion(app, viewer, params.id)).post), query)),
  }),
  anyone.get({
    path: '/questions/:id/:slug',
    cached: true,
    params: Type.Object({ ...ById.properties, slug: Type.String({ maxLength: 400 }) }),
    query: Shown,
    handle: async ({ app, viewer, client, params, query }) => {
      const question = await getQuestion(app, viewer, params.id);
      if (!isAt(question, params.slug)) return movedTo(withQuery(pathOf(question.post), query));
      const { answer: find, page = 1, sort = 'votes' } = query;
      client.setHeader('vary', 'Accept');
      if (!prefersMarkdown(client.accept)) return showQuestion(app, viewer, question, { find, page, sort });
      const { items: answers } = await getAnswers(app, viewer, question, { find, page: page - 1, sort });
      return markdown(questionToMarkdown(question, answers, app.config.plazaUrl));
    },
  }),
  member.post({
    path: '/questions/follow/:id',
    params: ById,
    body: Type.Object({ do: Type.Enum(['follow', 'unfollow']) }),
    handle: async ({ app, viewer, params, body }) => {
      const { post } = await getQuestion(app, viewer, params.id);
      if (body.do === 'follow') await follow(app, viewer, post.id);
      else await unfollow(app, viewer, post.id);
      return redirect(pathOf(post), {
        kind: 'success',
        text: body.do === 'follow' ? t('Following') : t('Unfollowed'),
      });
    },
  }),
];

function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  // Redirect headers require percent-encoded non-ASCII letters.
  return params.size === 0 ? encodeURI(path) : `${encodeURI(path)}?${params}`;
}
