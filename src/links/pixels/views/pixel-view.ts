import { t } from '../../../kernel/translation/translate.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { editView } from '../../owned/components/edit-view.ts';
import type { Pixel } from '../pixel.ts';
import { providers } from '../providers.ts';

/** The page for editing a pixel. */
export const pixelView = (pixel: Pixel, state: FormState): View =>
  editView({
    section: 'pixels',
    title: t('Edit pixel'),
    lead: t('An existing pixel of {name}.', { name: providers[pixel.provider].name }),
    list: { label: t('Pixels'), href: '/dashboard/pixels' },
    name: pixel.name,
    action: `/dashboard/pixels/${pixel.id}`,
    state,
    fields: nameAndTag(state, t('Such as {example}.', { example: providers[pixel.provider].example })),
  });

export function nameAndTag(state: FormState, hint: string): Html {
  const field = bind(state);
  return html`${textField({ ...field('name'), label: t('Name'), hint: t('Only visible to you.'), maxlength: 100, autocomplete: 'off' })}
  ${textField({ ...field('tag'), label: t('Tag'), hint, mono: true, autocomplete: 'off' })}`;
}
