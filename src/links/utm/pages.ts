import { msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { relativeTime } from '../../web/components/surfaces.ts';
import { namedCell } from '../owned/lists.ts';
import { kindPages } from '../owned/pages.ts';
import { ownedTemplates, parametersOfTemplate } from './templates.ts';

const path = '/dashboard/utm';

/** The list of templates with a search, and the forms that create and edit them. */
export const templatePages = kindPages(ownedTemplates, {
  path,
  section: 'utm',
  perPage: 50,
  title: msg('UTM templates'),
  lead: msg('Save sets of parameters and apply them to links.'),
  caption: msg('Your UTM templates'),
  search: {
    counted: (total) => t('{total, plural, one {# template} other {# templates}}', { total }),
    search: msg('Search templates'),
  },
  columns: ({ clock }) => [
    {
      label: t('Template'),
      main: true,
      cell: (template) =>
        namedCell(
          path,
          template,
          parametersOfTemplate(template)
            .map(({ name, value }) => `${name}=${value}`)
            .join(' · '),
        ),
    },
    { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt, clock.now()) },
  ],
  empty: {
    illustration: 'chart',
    title: msg('Create your first UTM template'),
    text: msg('One for each newsletter, network or partner keeps your campaigns comparable.'),
  },
  create: { title: msg('New UTM template'), submit: msg('Create template') },
  edit: { title: msg('Edit UTM template'), path: '/edit' },
  deleted: { title: msg('UTM template deleted'), text: msg('Links keep the parameters that they have.') },
  restored: msg('“{name}” restored.'),
});
