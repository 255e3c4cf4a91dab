import { t } from '../../../kernel/translation/translate.ts';
import { switchField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { usualColors, type OwnColors } from '../colors.ts';
import { fieldGroup } from './preview-pane.ts';

/** Fields for two colors. Text colors are derived from them. */
export function colorFields(state: FormState): Html {
  const field = bind(state);
  const { value: own, ...ownField } = field('own_colors');
  const { background = usualColors.background, accent = usualColors.accent } = state.values ?? {};
  return fieldGroup(
    t('Colors'),
    html`${switchField({
        ...ownField,
        label: t('Custom colors'),
        hint: t('Leave empty for the default colors, light or dark as the visitor prefers.'),
        checked: own !== undefined,
      })}
      <div class="form-row">
        ${textField({ ...field('background'), value: background, label: t('Background'), type: 'color' })}
        ${textField({ ...field('accent'), value: accent, label: t('Buttons'), type: 'color' })}
      </div>
      <p class="field-hint">Text is black or white, whichever is more readable.</p>`,
  );
}

export const colorValues = (colors: OwnColors | null) => ({
  own_colors: colors ? 'on' : undefined,
  background: (colors ?? usualColors).background,
  accent: (colors ?? usualColors).accent,
});
