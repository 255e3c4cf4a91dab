import { Type } from 'typebox';
import type { AuditAction } from '../../identity/operators/audit-actions.ts';
import { listAudit } from '../../identity/operators/audit.ts';
import { Id } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, may } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/form.ts';
import { decisionActions } from '../moderation/case.ts';
import { ModerationSettings, updateModerationSettings } from '../moderation/facts.ts';
import { tryText } from '../moderation/moderate.ts';
import { textRuleKinds } from '../moderation/text-marks.ts';
import {
  addTextRule,
  formatTextRules,
  importTextRules,
  listTextRules,
  removeTextRule,
} from '../moderation/text-rules.ts';
import type { PostKind } from '../posts/post.ts';
import { excerptOf } from '../posts/texts.ts';
import { short } from '../text/plain.ts';
import { getNumbers, resetModel } from './numbers.ts';
import { logView, numbersView } from './views/numbers-view.ts';
import { type WordsOptions, wordsView } from './views/words-view.ts';

const moderator = pagesFor('moderator');
const operator = pagesFor('operator');
const kind = Type.Enum([...textRuleKinds]);
const changed = () => ({ kind: 'success', text: t('List updated') }) as const;

/** Audit actions of the moderation log. */
const acts: readonly AuditAction[] = [
  ...Object.values(decisionActions),
  'case.assign',
  'case.unassign',
  'decision.reverse',
  'appeal.grant',
  'appeal.decline',
  'word_list.add',
  'word_list.remove',
  'word_list.import',
  'word_list.undo',
  'spam_filter.reset',
  'moderation_settings.update',
];

const showWords = async (app: App, more: Partial<WordsOptions> = {}) =>
  wordsView({ rules: await listTextRules(app), state: {}, ...more });

/** Moderation pages beside the queue: its log, the word list, statistics and settings. */
export const moderationListPages = [
  moderator.get({
    path: '/moderation/log',
    query: Type.Object({
      by: Type.Optional(Type.String({ maxLength: 100 })),
      action: Type.Optional(Type.String({ maxLength: 60 })),
      before: Type.Optional(Id),
    }),
    handle: async ({ app, query: { by, action, before } }) => {
      const only = acts.filter((each) => !action || each === action);
      const found = await listAudit(app, { by, before, only });
      const names = await nameSubjects(
        app,
        found.map(({ subject }) => subject),
      );
      return logView({ found, names, actions: acts, by, action });
    },
  }),
  moderator.get({
    path: '/moderation/words',
    handle: ({ app }) => showWords(app),
  }),
  moderator.get({
    path: '/moderation/words.txt',
    handle: async ({ app }) => ({
      type: 'text/plain; charset=utf-8',
      body: formatTextRules(await listTextRules(app)),
      headers: { 'content-disposition': 'attachment; filename="words.txt"' },
    }),
  }),
  moderator.post({
    path: '/moderation/words',
    verb: addTextRule,
    body: Type.Object({
      pattern: Type.String({ maxLength: 300 }),
      kind,
      outcome: Type.Enum(['hold', 'refuse']),
    }),
    handle: async ({ app, viewer, body }) => {
      await addTextRule(app, viewer, body);
      return redirect('/moderation/words', changed());
    },
    again: ({ app, body }, problem) => showWords(app, { state: refused(body, problem) }),
  }),
  moderator.post({
    path: '/moderation/words/remove',
    verb: removeTextRule,
    body: Type.Object({ kind, pattern: Type.String({ maxLength: 300 }) }),
    handle: async ({ app, viewer, body }) => {
      await removeTextRule(app, viewer, body);
      return redirect('/moderation/words', changed());
    },
  }),
  moderator.post({
    path: '/moderation/words/import',
    verb: importTextRules,
    body: Type.Object({ list: Type.String({ maxLength: 600_000 }) }),
    handle: async ({ app, viewer, body }) => {
      const n = await importTextRules(app, viewer, body.list);
      return redirect('/moderation/words', { kind: 'success', text: t('{n} entries imported', { n }) });
    },
    again: ({ app, body }, problem) => showWords(app, { state: refused(body, problem) }),
  }),
  moderator.post({
    path: '/moderation/words/try',
    body: Type.Object({ text: Type.String({ maxLength: 20_000, default: '' }) }),
    handle: async ({ app, viewer, body: { text } }) =>
      showWords(app, { trial: { text, outcome: await tryText(app, viewer, text) } }),
    again: ({ app, body }, problem) => showWords(app, { state: refused(body, problem) }),
  }),
  moderator.get({
    path: '/moderation/numbers',
    handle: async ({ app, viewer }) => numbersView(await getNumbers(app), may(viewer, 'operate'), {}),
  }),
  operator.post({
    path: '/moderation/settings',
    verb: updateModerationSettings,
    body: ModerationSettings,
    handle: async ({ app, viewer, body }) => {
      await updateModerationSettings(app, viewer, body);
      return redirect('/moderation/numbers', { kind: 'success', text: t('Saved') });
    },
    again: async ({ app, body }, problem) => numbersView(await getNumbers(app), true, refused(body, problem)),
  }),
  operator.post({
    path: '/moderation/forget',
    verb: resetModel,
    handle: async ({ app, viewer }) => {
      await resetModel(app, viewer);
      return redirect('/moderation/numbers', { kind: 'success', text: t('The filter was reset') });
    },
  }),
];

const longest = 60;

/**
 * Resolves audit log subjects such as `post 12` to readable names. Subjects deleted permanently have none.
 */
async function nameSubjects(
  { db }: Pick<App, 'db'>,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: string) => ['0', ...subjects.flatMap((subject) => idIn(kind, subject) ?? [])];
  const [posts, comments, people, messages] = await Promise.all([
    db
      .selectFrom('social.post as post')
      .innerJoin('identity.account as author', 'author.id', 'author_id')
      .select(['post.id', 'kind', 'title', 'text', 'username'])
      .where('post.id', 'in', idsOf('post'))
      .execute(),
    db
      .selectFrom('social.comment as comment')
      .innerJoin('identity.account as author', 'author.id', 'author_id')
      .select(['comment.id', 'text', 'username'])
      .where('comment.id', 'in', idsOf('comment'))
      .execute(),
    db.selectFrom('identity.account').select(['id', 'username']).where('id', 'in', idsOf('person')).execute(),
    db
      .selectFrom('social.moderation_case as one')
      .innerJoin('identity.account as author', 'author.id', 'one.author_id')
      .select(['one.subject_id as id', 'username'])
      .where('one.subject', '=', 'message')
      .where('one.subject_id', 'in', idsOf('message'))
      .execute(),
  ]);
  return new Map([
    ...posts.map(({ id, kind, title, text, username }): [string, string] => {
      const said = title || excerptOf({ kind: kind as PostKind, text }, longest);
      return [`post ${id}`, `${said || t('Post {id}', { id })} (@${username})`];
    }),
    ...comments.map(({ id, text, username }): [string, string] => [
      `comment ${id}`,
      `${short(text, longest)} (@${username})`,
    ]),
    ...messages.map(({ id, username }): [string, string] => [
      `message ${id}`,
      t('Message from @{username}', { username }),
    ]),
    ...people.map(({ id, username }): [string, string] => [`person ${id}`, `@${username}`]),
  ]);
}

const idIn = (kind: string, subject: string) => new RegExp(`^${kind} (\\d+)$`).exec(subject)?.[1];
