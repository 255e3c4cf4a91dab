import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { editView } from '../../owned/components/edit-view.ts';
import type { Pixel } from '../pixel.ts';
import { providers } from '../providers.ts';

/** The page on which a pixel is changed. */
export const pixelView = (pixel: Pixel, state: FormState): View =>
  editView({
    section: 'pixels',
    title: 'Edit pixel',
    lead: `It is one of ${providers[pixel.provider].name}.`,
    list: { label: 'Pixels', href: '/dashboard/pixels' },
    name: pixel.name,
    action: `/dashboard/pixels/${pixel.id}`,
    state,
    fields: nameAndTag(state, `Such as ${providers[pixel.provider].example}.`),
  });

export function nameAndTag(state: FormState, hint: string): Html {
  const field = bind(state);
  return html`${textField({ ...field('name'), label: 'Name', hint: 'Only visible to you.', maxlength: 100, autocomplete: 'off' })}
  ${textField({ ...field('tag'), label: 'Tag', hint, mono: true, autocomplete: 'off' })}`;
}
