import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, ListEnvelope } from '../../platform/http/families/social.ts';
import type { ReportSubject } from '../moderation/case.ts';
import type { PostKind } from '../posts/post.ts';
import { listReportCategories } from './categories.ts';
import { addReport } from './reports.ts';

/** Client names of reportable subjects, with the kind of a post. */
const subjects: Readonly<Record<string, ReportTarget>> = {
  user: { subject: 'person' },
  post: { subject: 'post' },
  comment: { subject: 'comment' },
  page: { subject: 'page' },
  blog: { subject: 'post', kind: 'article' },
  article: { subject: 'post', kind: 'article' },
  forum_thread: { subject: 'post', kind: 'thread' },
  forum_reply: { subject: 'post', kind: 'reply' },
  question: { subject: 'post', kind: 'question' },
  answer: { subject: 'post', kind: 'answer' },
  message: { subject: 'message' },
};

interface ReportTarget {
  subject: ReportSubject;
  /** Undefined for any kind of post. */
  kind?: PostKind;
}

const subjectNames = Object.keys(subjects);

export function parseSubject(handle: string): ReportTarget {
  const found = Object.hasOwn(subjects, handle) ? subjects[handle] : undefined;
  if (!found)
    throw invalid(
      'handle',
      msg('handle must be one of {subjectNames}', { subjectNames: subjectNames.join(', ') }),
    );
  return found;
}

const Report = Type.Object(
  {
    id: Type.Union([Id, Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })]),
    handle: Type.String({ maxLength: 40, description: subjectNames.join(', ') }),
    category: Type.Union([Type.String({ maxLength: 60 }), Type.Integer({ minimum: 0 })], {
      description: 'ID or name of a category from data/report_categories',
    }),
    reason: Type.Optional(Type.Union([Type.String({ maxLength: 20_000 }), Type.Null()])),
  },
  { title: 'Report' },
);

const ReportCategoryRecord = Type.Object(
  {
    category_id: Type.String(),
    id: Type.String({ description: 'Alias of category_id' }),
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
  },
  { title: 'ReportCategory' },
);

const member = operations('User and data', 'member');

export const reportRoutes = [
  member.post({
    path: '/apis/php/data/report',
    verb: addReport,
    summary: 'Report something to the moderators',
    description: `\`handle\` is one of ${subjectNames.join(', ')}. Repeated reports are accepted, but counted once. At most 20 per day.`,
    body: Report,
    returns: Done,
    example: { id: '12', handle: 'post', category: 'spam', reason: 'The same advertisement every hour' },
    handle: async ({ app, viewer, body }) => {
      const isFirst = await addReport(app, viewer, {
        ...parseSubject(body.handle),
        id: String(body.id),
        category: String(body.category),
        reason: body.reason ?? '',
      });
      return {
        message: isFirst ? t('Thank you. A moderator will review it.') : t('You already reported this'),
      };
    },
  }),
  member.get({
    path: '/apis/php/data/report_categories',
    summary: 'List reasons for reports',
    description: 'Extension. data/report accepts the ID or the name.',
    returns: ListEnvelope(ReportCategoryRecord),
    handle: async ({ app }) => {
      const categories = await listReportCategories(app);
      return {
        data: categories.map(({ id, name, title, description }) => ({
          category_id: id,
          id,
          name,
          title,
          description,
        })),
        has_more: false,
      };
    },
  }),
];
