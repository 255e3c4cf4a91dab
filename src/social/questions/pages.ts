import { toMarkdownLine } from '../../kernel/text.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type Download, movedTo, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { listCategories } from '../categories.ts';
import { followThread, unfollowThread } from '../notifications/thread-subscriptions.ts';
import { pathOf } from '../posts/paths.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { findSimilar, findSimilarIds } from './find-similar.ts';
import { listQuestions, listTags, type QuestionSort, questionSorts } from './list-questions.ts';
import type { Answer, Question } from './question.ts';
import {
  type AnswerSort,
  answerSorts,
  findAnswers,
  getAnswers,
  getQuestion,
  getQuestionFacts,
  toAnswers,
  toQuestions,
} from './reading.ts';
import { similarView } from './views/question-form.ts';
import { questionListView } from './views/question-list.ts';
import { translationLink } from '../translation/components.ts';
import { isAt, questionView } from './views/question-view.ts';

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
    verb: findSimilar,
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
    verb: followThread,
    params: ById,
    body: Type.Object({ do: Type.Enum(['follow', 'unfollow']) }),
    handle: async ({ app, viewer, params, body }) => {
      const { post } = await getQuestion(app, viewer, params.id);
      if (body.do === 'follow') await followThread(app, viewer, post.id);
      else await unfollowThread(app, viewer, post.id);
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
    getPosts(app, viewer, [...found.votes.keys(), ...others], 'threads'),
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
      translation: translationLink(app, viewer, question.post),
    },
    { viewer, base: app.config.plazaUrl, ...(state && { state }) },
  );
}

/** A question and its answers as Markdown. */
function questionToMarkdown({ post }: Question, answers: readonly Answer[], base: string): string {
  const parts = [
    `# ${toMarkdownLine(post.title)}`,
    `${by(post.author)}, ${post.createdAt.toISOString()} · ${votes(post.score)} · ${base}${pathOf(post)}`,
    post.text,
    `## ${post.replies} ${post.replies === 1 ? 'answer' : 'answers'}`,
    ...answers.flatMap(({ post, isAccepted }) => [
      `### ${isAccepted ? 'Accepted answer' : 'Answer'} by ${by(post.author)}`,
      `${post.createdAt.toISOString()} · ${votes(post.score)} · ${base}${pathOf(post)}`,
      post.text,
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A list of questions under a heading, as Markdown. */
const questionsToMarkdown = (title: string, questions: readonly Question[], base: string): string =>
  `${[
    `# ${title}`,
    ...questions.map(
      ({ post, solvedAt }) =>
        `- [${toMarkdownLine(post.title)}](${base}${pathOf(post)}) (${votes(post.score)}, ${post.replies} answers${solvedAt ? ', solved' : ''})`,
    ),
  ].join('\n\n')}\n`;

const by = ({ name, username }: { name: string; username: string }) =>
  `${toMarkdownLine(name)} (@${username})`;
const votes = (n: number) => `${n} ${n === 1 ? 'vote' : 'votes'}`;
