import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { selectField, switchField } from '../../../web/components/fields/choice-field.ts';
import { fieldError } from '../../../web/components/fields/field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { BuilderState } from '../blocks/builder-state.ts';
import { themeKeys, themes, type Theme } from '../design/themes.ts';
import { bioPath, builderFrame } from './builder-frame.ts';
import { themeDrawing } from './theme-drawing.ts';

/** How a page looks: a theme, and what of it is to be otherwise. */
export const designView = (page: BuilderState, state: FormState): View =>
  builderFrame(page, {
    tab: 'design',
    body: html`<div data-controller="autosubmit" data-action="change->autosubmit#send">
      ${form({
        action: `${bioPath(page)}/design`,
        state,
        submit: t('Save'),
        busyLabel: t('Saving'),
        body: html`${card({ title: t('Theme'), body: themeChoice(state) })}
        ${card({ title: t('Typography and shapes'), lead: t('Defaults come from the theme.'), body: shapeFields(state) })}
        ${card({ title: t('Colours'), body: colorFields(state) })}`,
      })}
    </div>`,
  });

function themeChoice(state: FormState): Html {
  const chosen = state.values?.theme ?? 'paper';
  const error = state.errors?.theme;
  return html`<fieldset class="bio-themes">
    <legend class="visually-hidden">Theme</legend>
    ${themeKeys.map((key, i) => {
      const theme: Theme = themes[key];
      const id = i === 0 ? 'field-theme' : `field-theme-${key}`;
      return html`<div class="bio-theme">
        <input
          ${attributes({ type: 'radio', class: 'radio', id, name: 'theme', value: key, checked: key === chosen })}
        />
        <label for="${id}">${themeDrawing(theme)}<span>${theme.name}</span></label>
      </div>`;
    })}
    ${error && fieldError({ name: 'theme', label: t('Theme'), error })}
  </fieldset>`;
}

function shapeFields(state: FormState): Html {
  const field = bind(state);
  const select = (name: string, label: string, names: Readonly<Record<string, string>>) =>
    selectField({
      ...field(name),
      label,
      empty: t('Theme default'),
      choices: Object.entries(names).map(([value, label]) => ({ value, label })),
    });
  return html`<div class="bio-selects">
    ${select('font', t('Letters'), {
      sans: t('Plain'),
      humanist: t('Soft'),
      serif: t('Bookish'),
      rounded: t('Round'),
      slab: t('Sturdy'),
      mono: t('Typewriter'),
    })}
    ${select('ground', t('Background'), {
      plain: t('Plain'),
      gradient: t('Gradient'),
      glow: t('Glow'),
      dots: t('Dots'),
      grid: t('Squared'),
    })}
    ${select('shape', t('Corners'), { pill: t('Pill'), round: t('Rounded'), square: t('Square'), leaf: t('Leaf') })}
    ${select('look', t('Buttons'), { fill: t('Filled'), outline: t('Outlined'), soft: t('Floating'), hard: t('Hard shadow') })}
  </div>`;
}

function colorFields(state: FormState): Html {
  const field = bind(state);
  const { value, ...own } = field('own');
  const theme = themes[(state.values?.theme ?? 'paper') as keyof typeof themes] as Theme | undefined;
  const palette = theme?.light ?? themes.paper.light;
  const color = (name: 'page' | 'page2' | 'text' | 'button' | 'onButton', label: string) =>
    textField({ ...field(name), value: state.values?.[name] ?? palette[name], label, type: 'color' });
  return html`${switchField({
      ...own,
      label: t('Custom colors'),
      checked: value !== undefined,
      hint: t('Replaces the theme’s colors in light and dark mode. Unreadable combinations are rejected.'),
    })}
    <div class="bio-colors">
      ${color('page', t('Background'))} ${color('page2', t('Second'))} ${color('text', t('Text'))}
      ${color('button', t('Buttons'))} ${color('onButton', t('Button text'))}
    </div>`;
}
