import { Type } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { linkButton } from '../../web/components/controls.ts';
import { radioGroup } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, form, type FormState, refused } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { appeal, reportCategories, type LinkReportCategory, reportLink } from './reports.ts';

const text = (maxLength: number) => Type.String({ maxLength });

/** Public pages for reports and appeals. */
export const safetyPublicPages = [
  page({
    method: 'GET',
    path: '/report',
    access: 'anyone',
    query: Type.Object({ link: Type.Optional(text(2000)) }),
    handle: ({ app, query }) => reportView({ values: { link: query.link } }, app.config.hopUrl),
  }),
  page({
    method: 'POST',
    path: '/report',
    verb: reportLink,
    access: 'anyone',
    body: Type.Object({
      link: text(2000),
      category: Type.Enum(Object.keys(reportCategories()) as LinkReportCategory[]),
      reason: Type.Optional(text(8000)),
      contact: Type.Optional(text(1000)),
    }),
    handle: async ({ app, viewer, client, body }) => {
      const { link, category, reason = '', contact = '' } = body;
      const reporter = { accountId: viewer?.id, address: client.address };
      await reportLink(app, reporter, { link, category, reason, contact });
      return redirect('/report/thanks');
    },
    again: ({ app, body }, problem) =>
      reportView(refused({ category: '', ...body }, problem), app.config.hopUrl),
  }),
  page({ method: 'GET', path: '/report/thanks', access: 'anyone', handle: () => reportedView() }),
  page({
    method: 'GET',
    path: '/appeal',
    access: 'anyone',
    query: Type.Object({ link: Type.Optional(text(2000)) }),
    handle: ({ query }) => appealView({ values: { link: query.link } }),
  }),
  page({
    method: 'POST',
    path: '/appeal',
    verb: appeal,
    access: 'anyone',
    body: Type.Object({ link: text(2000), message: text(16_000), contact: text(1000) }),
    handle: async ({ app, body }) => {
      await appeal(app, body);
      return redirect('/appeal/thanks');
    },
    again: ({ body }, problem) => appealView(refused(body, problem)),
  }),
  page({ method: 'GET', path: '/appeal/thanks', access: 'anyone', handle: () => appealedView() }),
];

/** The form for reporting a link. */
function reportView(state: FormState, hopUrl: string): View {
  const field = bind(state);
  return {
    title: t('Report a link'),
    description: t('Report a harmful or misleading short link.'),
    shape: 'plain',
    body: html`<h1>Report a link</h1>
      <p class="lead">We review every report. Your identity is not shared with the link’s owner.</p>
      ${form({
        action: '/report',
        state,
        submit: t('Report link'),
        busyLabel: t('Sending'),
        wide: true,
        body: html`${textField({
          ...field('link'),
          label: t('Short link'),
          placeholder: `${hopUrl.replace(/^https?:\/\//, '')}/…`,
          autocomplete: 'off',
          mono: true,
          required: true,
          maxlength: 2000,
        })}
        ${radioGroup({
          ...field('category'),
          label: t('Reason'),
          choices: Object.entries(reportCategories()).map(([value, label]) => ({ value, label })),
        })}
        ${textArea({ ...field('reason'), label: t('Details'), required: false, rows: 3, maxlength: 2000 })}
        ${textField({
          ...field('contact'),
          label: t('Your email address'),
          required: false,
          hint: t('Optional, for follow-up questions. Deleted after our decision.'),
          type: 'email',
          autocomplete: 'email',
          maxlength: 254,
        })}`,
      })}
      <p class="plain-more">One of your links was suspended? <a href="/appeal">Appeal</a></p>`,
  };
}

const reportedView = (): View => ({
  title: t('Thank you'),
  shape: 'plain',
  body: html`<h1>Thank you</h1>
    <p class="lead">
      Your report has been received. If several people report the same link, visitors see a warning
      immediately.
    </p>
    <p>${linkButton({ label: t('Back to Hop'), href: '/' })}</p>`,
});

/** The form for appealing a suspended or held link. */
function appealView(state: FormState): View {
  const field = bind(state);
  return {
    title: t('Appeal'),
    shape: 'plain',
    body: html`<h1>One of your links was suspended?</h1>
      <p class="lead">Tell us why the link should work again. We’ll reply by email.</p>
      ${form({
        action: '/appeal',
        state,
        submit: t('Send'),
        busyLabel: t('Sending'),
        wide: true,
        body: html`${textField({
          ...field('link'),
          label: t('Short link'),
          autocomplete: 'off',
          mono: true,
          required: true,
          maxlength: 2000,
        })}
        ${textArea({ ...field('message'), label: t('Reason for appeal'), rows: 5, maxlength: 4000, required: true })}
        ${textField({
          ...field('contact'),
          label: t('Your email address'),
          type: 'email',
          autocomplete: 'email',
          required: true,
          maxlength: 254,
        })}`,
      })}`,
  };
}

const appealedView = (): View => ({
  title: t('Thank you'),
  shape: 'plain',
  body: html`<h1>Appeal received</h1>
    <p class="lead">We’ll review your link again and get back to you.</p>
    <p>${linkButton({ label: t('Back to Hop'), href: '/' })}</p>`,
});
