import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { invalid } from '../../kernel/problem.ts';
import type { PostKind } from '../posts/post.ts';
import type { ReportSubject } from '../moderation/report.ts';

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

export const subjectNames = Object.keys(subjects);

export function parseSubject(handle: string): ReportTarget {
  const found = Object.hasOwn(subjects, handle) ? subjects[handle] : undefined;
  if (!found)
    throw invalid(
      'handle',
      t('handle must be one of {subjectNames}', { subjectNames: subjectNames.join(', ') }),
    );
  return found;
}

export const Report = Type.Object(
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

export const ReportCategoryRecord = Type.Object(
  {
    category_id: Type.String(),
    id: Type.String({ description: 'Alias of category_id' }),
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
  },
  { title: 'ReportCategory' },
);
