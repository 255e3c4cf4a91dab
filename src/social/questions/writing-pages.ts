import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type Flash, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { requireMembership } from '../access/group.ts';
import { listCategories } from '../categories.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { preparePreview } from '../text/rendered.ts';
import { acceptAnswer, addAnswer, editAnswer, unacceptAnswer } from './answers.ts';
import { similarQuestions } from './find-similar.ts';
import { showQuestion } from './pages.ts';
import { splitTags } from './question.ts';
import { askQuestion, closeQuestion, editQuestion, reopenQuestion } from './questions.ts';
import { getQuestion } from './reading.ts';
import { closeView, editAnswerView, questionFormView } from './views/question-form.ts';
import { vote } from './voting.ts';
import { valueOf, voteWords } from './wire.ts';

const member = pagesFor('member');
const act = Type.Optional(Type.Enum(['preview']));
const Text = Type.String({ maxLength: 120_000, default: '' });
const Asked = Type.Object({
  title: Type.String({ maxLength: 2000, default: '' }),
  text: Text,
  tags: Type.String({ maxLength: 1000, default: '' }),
  category: Type.String({ maxLength: 20, default: '' }),
  group: Type.String({ maxLength: 18, pattern: '^\\d*$', default: '' }),
  act,
});

const word = (isHeld: boolean, text: string): Flash =>
  isHeld ? { kind: 'info', text: t('Waiting for review') } : { kind: 'success', text };

/** The typed values for a preview. */
const typed = (body: Readonly<Record<string, unknown>>): FormState =>
  refused(body, { field: '', message: '' });

export const questionWritingPages = [
  member.get({
    path: '/questions/new',
    query: Type.Object({
      title: Type.Optional(Type.String({ maxLength: 400 })),
      tags: Type.Optional(Type.String({ maxLength: 300 })),
      group: Type.Optional(Id),
    }),
    handle: async ({ app, viewer, query }) => {
      if (query.group !== undefined) await requireMembership(app, viewer, query.group);
      return askView(app, viewer, { values: query });
    },
  }),
  member.post({
    path: '/questions',
    verb: askQuestion,
    body: Asked,
    handle: async ({ app, viewer, body }) => {
      if (body.act === 'preview') await preparePreview(app, viewer, body.text);
      if (body.act === 'preview') return askView(app, viewer, typed(body));
      const id = await askQuestion(app, viewer, {
        ...body,
        categoryId: body.category,
        groupId: body.group,
      });
      const post = await getPostHeader(app, viewer, id);
      return redirect(
        encodeURI(pathOf(post)),
        word(post.heldAt !== null, t('Question posted. We’ll notify you of answers.')),
      );
    },
    again: ({ app, viewer, body }, problem) => askView(app, viewer, refused(body, problem)),
  }),
  member.post({
    path: '/questions/answer/:id',
    verb: addAnswer,
    params: ById,
    body: Type.Object({ text: Text, act }),
    handle: async ({ app, viewer, params, body }) => {
      const question = await getQuestion(app, viewer, params.id);
      if (body.act === 'preview') await preparePreview(app, viewer, body.text);
      if (body.act === 'preview') return showQuestion(app, viewer, question, { state: typed(body) });
      const post = await getPostHeader(app, viewer, await addAnswer(app, viewer, params.id, body.text));
      return redirect(toAnswer(question.post, post.id), word(post.heldAt !== null, t('Answered')));
    },
    again: async ({ app, viewer, params, body }, problem) =>
      showQuestion(app, viewer, await getQuestion(app, viewer, params.id), {
        state: refused(body, problem),
      }),
  }),
  member.get({
    path: '/questions/edit/:id',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const post = await getPost(app, viewer, params.id);
      return editView(app, viewer, post, { values: await valuesOf(app, viewer, post) });
    },
  }),
  member.post({
    path: '/questions/edit/:id',
    verb: editQuestion,
    params: ById,
    body: Asked,
    handle: async ({ app, viewer, params, body }) => {
      const post = await getPost(app, viewer, params.id);
      if (body.act === 'preview') await preparePreview(app, viewer, body.text);
      if (body.act === 'preview') return editView(app, viewer, post, typed(body));
      const { kind, parentId } = post;
      if (kind === 'answer') await editAnswer(app, viewer, post.id, body.text);
      else await editQuestion(app, viewer, post.id, { ...body, categoryId: body.category });
      const question = await getPostHeader(app, viewer, parentId ?? post.id);
      const to = kind === 'answer' ? toAnswer(question, post.id) : encodeURI(pathOf(question));
      return redirect(to, { kind: 'success', text: t('Updated') });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      editView(app, viewer, await getPost(app, viewer, params.id), refused(body, problem)),
  }),
];

const toAnswer = (question: Parameters<typeof pathOf>[0], id: string) =>
  `${encodeURI(pathOf(question))}?answer=${id}#post-${id}`;

/** The question form. After a preview it includes similar questions. */
async function askView(app: App, viewer: Viewer, state: FormState): Promise<View> {
  const title = state.values?.title ?? '';
  return questionFormView({
    state,
    categories: await listCategories(app, 'questions'),
    similar: title === '' ? undefined : await similarQuestions(app, viewer, title),
  });
}

async function editView(app: App, viewer: Viewer, post: Post, state: FormState): Promise<View> {
  if (post.author.id !== viewer.id) throw new Problem('forbidden', msg('Only the author can edit this'));
  if (post.kind === 'answer') return editAnswerView(post, state);
  await getQuestion(app, viewer, post.id);
  return questionFormView({ state, editing: post, categories: await listCategories(app, 'questions') });
}

async function valuesOf(app: App, viewer: Viewer, post: Post): Promise<Record<string, string | undefined>> {
  const { title, text } = post;
  if (post.kind === 'answer') return { text };
  const { category } = await getQuestion(app, viewer, post.id);
  const split = splitTags(text);
  return { title, text: split.text, tags: split.tags.join(' '), category: category?.id };
}

const moderator = pagesFor('moderator');

export const questionDecidingPages = [
  member.post({
    path: '/questions/vote/:id',
    verb: vote,
    params: ById,
    body: Type.Object({ vote: Type.Enum([...voteWords]) }),
    handle: async ({ app, viewer, params, body }) => {
      await vote(app, viewer, params.id, valueOf(body.vote));
      return redirect(encodePath(pathOf(await getPostHeader(app, viewer, params.id))));
    },
  }),
  member.post({
    path: '/questions/accept/:id',
    verb: acceptAnswer,
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
    verb: closeQuestion,
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
    verb: reopenQuestion,
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
