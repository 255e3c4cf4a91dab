import { Type } from 'typebox';
import type { ReportSubject } from './report.ts';

/** What clients call the things that can be reported. */
const subjects: Readonly<Record<string, ReportSubject>> = {
  user: 'person',
  post: 'post',
  comment: 'comment',
  question: 'post',
  answer: 'post',
};

export const subjectNames = Object.keys(subjects);

export const readSubject = (handle: string): ReportSubject | undefined =>
  Object.hasOwn(subjects, handle) ? subjects[handle] : undefined;

export const nameOfSubject = (subject: ReportSubject): string => (subject === 'person' ? 'user' : subject);

export const Report = Type.Object({
  id: Type.Union([
    Type.String({ pattern: '^[0-9]{1,18}$' }),
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  ]),
  handle: Type.String({ maxLength: 40, description: subjectNames.join(', ') }),
  category: Type.Union([Type.String({ maxLength: 60 }), Type.Integer({ minimum: 0 })], {
    description: 'Id or name of one of data/report_categories',
  }),
  reason: Type.Optional(Type.Union([Type.String({ maxLength: 20_000 }), Type.Null()])),
});

export const ReportCategoryRecord = Type.Object({
  category_id: Type.String(),
  id: Type.String({ description: 'The same' }),
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
});
