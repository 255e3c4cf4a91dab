import { Type } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import { page } from '../../platform/http/endpoint.ts';
import { button, linkButton, copyField, icon } from '../../web/components/controls.ts';
import { card, pageHeader, table } from '../../web/components/surfaces.ts';
import { textArea } from '../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { bind, form, type FormState, refused } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { shortAddress } from '../link/link.ts';
import { maxPasted, type PastedLine, pasteLinks } from '../shorten/paste.ts';

const path = '/dashboard/links/many';

/** Many URLs at once, one on each line. */
export const pastePages = [
  page({ method: 'GET', path, access: 'member', handle: () => pasteView({}) }),
  page({
    method: 'POST',
    path,
    verb: pasteLinks,
    access: 'member',
    body: Type.Object({ urls: Type.String({ maxLength: 1_000_000 }) }),
    handle: async ({ app, viewer, body }) =>
      resultView(app.config.hopUrl, await pasteLinks(app, viewer, body.urls)),
    again: ({ body }, problem) => pasteView(refused({ urls: '', ...body }, problem)),
  }),
];

const pasteForm = (state: FormState): Html =>
  form({
    action: path,
    state,
    answersWithPage: true,
    body: html`${textArea({
        ...bind(state)('urls'),
        label: t('URLs, one per line'),
        hint: t('At most {max}. Add an alias after a space if you like.', { max: maxPasted }),
        rows: 6,
        required: true,
        placeholder: 'https://example.com/spring\nhttps://example.com/sale summer-sale',
      })}
      <p>${button({ label: t('Shorten all'), kind: 'primary', busyLabel: t('Shortening') })}</p>`,
  });

/** The form below the one for a single link, collapsed. */
export const pasteBox = (): Html =>
  html`<details class="more">
    <summary>${icon('list')}${t('Paste many')}</summary>
    ${pasteForm({})}
  </details>`;

const above = () => breadcrumbs([{ label: t('Links'), href: '/dashboard' }, { label: t('Paste many') }]);

const pasteView = (state: FormState): View => ({
  title: t('Paste many'),
  section: 'links',
  body: html`${pageHeader({ title: t('Paste many'), above: above() })} ${card({ body: pasteForm(state) })}`,
});

function resultView(hopUrl: string, lines: readonly PastedLine[]): View {
  const links = lines.flatMap(({ link }) => (link ? [link] : []));
  const count = links.length;
  return {
    title: t('Paste many'),
    section: 'links',
    body: html`${pageHeader({
      title: t('{count, plural, one {# link created} other {# links created}}', { count }),
      ...(count < lines.length && {
        lead: t('{count, plural, one {# line was not shortened.} other {# lines were not shortened.}}', {
          count: lines.length - count,
        }),
      }),
      above: above(),
      actions: linkButton({ label: t('View links'), href: '/dashboard', icon: 'link' }),
    })}
    ${
      count > 0 &&
      copyField({
        label: t('Short links'),
        text: links.map((link) => shortAddress({ hopUrl }, link)).join('\n'),
      })
    }
    ${card({
      flush: true,
      body: table({
        caption: t('Results'),
        rows: lines.map((line, index) => ({ ...line, index })),
        rowId: ({ index }) => `line-${index}`,
        columns: [
          { label: t('URL'), main: true, cell: ({ url }) => html`<bdi dir="ltr">${url}</bdi>` },
          {
            label: t('Result'),
            cell: ({ link, problem }) =>
              link
                ? html`<a href="/dashboard/links/${link.id}">${shortAddress({ hopUrl }, link)}</a>`
                : html`<span class="field-error">${problem && t(problem)}</span>`,
          },
        ],
      }),
    })}`,
  };
}
