import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Pixel } from '../pixel.ts';
import { providers } from '../providers.ts';

/** The page on which a pixel is changed. */
export function pixelView(pixel: Pixel, state: FormState): View {
  return {
    title: `Edit ${pixel.name}`,
    section: 'pixels',
    body: html`${pageHeader({
      title: 'Edit pixel',
      lead: `It is one of ${providers[pixel.provider].name}.`,
      above: breadcrumbs([{ label: 'Pixels', href: '/dashboard/pixels' }, { label: pixel.name }]),
    })}
    ${form({
      action: `/dashboard/pixels/${pixel.id}`,
      state,
      submit: 'Save',
      busyLabel: 'Saving',
      cancel: { label: 'Cancel', href: '/dashboard/pixels' },
      body: nameAndTag(state, `Such as ${providers[pixel.provider].example}.`),
    })}`,
  };
}

export function nameAndTag(state: FormState, hint: string): Html {
  const field = bind(state);
  return html`${textField({ ...field('name'), label: 'Name', hint: 'Only you see it.', maxlength: 100, autocomplete: 'off' })}
  ${textField({ ...field('tag'), label: 'Tag', hint, mono: true, autocomplete: 'off' })}`;
}
