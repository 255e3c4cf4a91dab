import { t } from '../../../kernel/translation/translate.ts';
import { checkbox, radioGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { fileField } from '../../../web/components/fields/file-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { margins, plain } from '../drawing/design.ts';

/** The form fields of the design: colors, shapes, logo and more. */
export function designFields(state: FormState, logo: Buffer | undefined): Html {
  const field = (name: string) => {
    const bound = bind(state)(name);
    return { ...bound, value: bound.value ?? String({ ...plain }[name as keyof typeof plain]) };
  };
  return html`<div class="form-row">
      ${textField({ ...field('foreground'), label: t('Code'), type: 'color' })}
      ${textField({ ...field('background'), label: t('Background'), type: 'color' })}
    </div>
    <div class="form-row qr-shapes">
      ${radioGroup({
        ...field('shape'),
        label: t('Squares'),
        inline: true,
        choices: [
          { value: 'square', label: t('Square') },
          { value: 'rounded', label: t('Rounded') },
          { value: 'dots', label: t('Dots') },
        ],
      })}
      ${radioGroup({
        ...field('corners'),
        label: t('Corners'),
        inline: true,
        choices: [
          { value: 'square', label: t('Square') },
          { value: 'rounded', label: t('Rounded') },
          { value: 'circle', label: t('Round') },
        ],
      })}
    </div>
    ${logoField(state, logo)}
    <div class="form-row">
      ${selectField({
        ...field('level'),
        label: t('Error correction'),
        choices: [
          { value: 'auto', label: t('Auto') },
          { value: 'L', label: '7 %' },
          { value: 'M', label: '15 %' },
          { value: 'Q', label: '25 %' },
          { value: 'H', label: '30 %' },
        ],
      })}
      ${textField({
        ...field('margin'),
        label: t('Quiet zone'),
        type: 'number',
        min: margins.min,
        max: margins.max,
        suffix: t('squares'),
      })}
    </div>`;
}

function logoField(state: FormState, logo: Buffer | undefined): Html {
  const { name, error } = bind(state)('logo');
  const savedLogo = state.values?.keptLogo;
  const current = savedLogo ?? (logo && `data:image/png;base64,${logo.toString('base64')}`);
  return html`${fileField({
    name,
    error,
    label: t('Logo'),
    hint: t('PNG or JPEG, up to 500 kB.'),
    accept: 'image/png,image/jpeg',
    required: false,
    current: current ?? null,
  })}
  ${savedLogo && html`<input type="hidden" name="keptLogo" value="${savedLogo}" />`}
  ${
    current &&
    checkbox({
      ...bind(state)('removeLogo'),
      value: 'yes',
      label: t('Remove logo'),
      checked: state.values?.removeLogo !== undefined,
    })
  }`;
}
