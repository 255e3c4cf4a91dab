import { t } from '../../kernel/translation/translate.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, ListEnvelope } from '../../platform/http/families/social.ts';
import { addReport } from './add-report.ts';
import { listReportCategories } from './categories.ts';
import { parseSubject, Report, ReportCategoryRecord, subjectNames } from './wire.ts';

const member = operations('User and data', 'member');

export const reportRoutes = [
  member.post({
    path: '/apis/php/data/report',
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
