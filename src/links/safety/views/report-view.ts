import { linkButton } from '../../../web/components/button.ts';
import { radioGroup } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { reportCategories } from '../reviews/report.ts';

/** Where anybody says what is wrong with a link. */
export function reportView(state: FormState, hopUrl: string): View {
  const field = bind(state);
  return {
    title: 'Report a link',
    description: 'Say what is wrong with a short link.',
    shape: 'plain',
    body: html`<h1>Report a link</h1>
      <p class="lead">We look at every report. Whoever made the link is not told who you are.</p>
      ${form({
        action: '/report',
        state,
        submit: 'Report it',
        busyLabel: 'Sending',
        wide: true,
        body: html`${textField({
          ...field('link'),
          label: 'The short link',
          placeholder: `${hopUrl.replace(/^https?:\/\//, '')}/…`,
          autocomplete: 'off',
          mono: true,
          required: true,
          maxlength: 2000,
        })}
        ${radioGroup({
          ...field('category'),
          label: 'What is wrong with it',
          choices: Object.entries(reportCategories).map(([value, label]) => ({ value, label })),
        })}
        ${textArea({ ...field('reason'), label: 'What happened', required: false, rows: 3, maxlength: 2000 })}
        ${textField({
          ...field('contact'),
          label: 'Your email address',
          required: false,
          hint: 'Only if we may ask you something. It is deleted once we have decided.',
          type: 'email',
          autocomplete: 'email',
          maxlength: 254,
        })}`,
      })}
      <p class="plain-more">A link of yours was suspended? <a href="/appeal">Tell us</a></p>`,
  };
}

export const reportedView: View = {
  title: 'Thank you',
  shape: 'plain',
  body: html`<h1>Thank you</h1>
    <p class="lead">
      Your report is with those who run this place. If several people say the same, visitors are warned at
      once.
    </p>
    <p>${linkButton({ label: 'Back to Hop', href: '/' })}</p>`,
};

/** Where owners say that their link was suspended, or is held, without reason. */
export function appealView(state: FormState): View {
  const field = bind(state);
  return {
    title: 'Appeal',
    shape: 'plain',
    body: html`<h1>A link of yours was suspended?</h1>
      <p class="lead">Tell us why it should lead on. Somebody reads this and answers you by email.</p>
      ${form({
        action: '/appeal',
        state,
        submit: 'Send',
        busyLabel: 'Sending',
        wide: true,
        body: html`${textField({
          ...field('link'),
          label: 'The short link',
          autocomplete: 'off',
          mono: true,
          required: true,
          maxlength: 2000,
        })}
        ${textArea({ ...field('message'), label: 'Why this is wrong', rows: 5, maxlength: 4000, required: true })}
        ${textField({
          ...field('contact'),
          label: 'Your email address',
          type: 'email',
          autocomplete: 'email',
          required: true,
          maxlength: 254,
        })}`,
      })}`,
  };
}

export const appealedView: View = {
  title: 'Thank you',
  shape: 'plain',
  body: html`<h1>It is with us</h1>
    <p class="lead">Somebody will look at your link again and write to you.</p>
    <p>${linkButton({ label: 'Back to Hop', href: '/' })}</p>`,
};
